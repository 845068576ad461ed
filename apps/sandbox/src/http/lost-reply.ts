/** The caller is to get no answer, or one that says nothing. What was done stays done. */
export class LostReply extends Error {
  constructor(readonly how: 'drop' | 'hang' | 'bad_gateway', readonly ms = 0) {
    super(`the reply is lost: ${how}`);
  }
}
