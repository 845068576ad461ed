/** Replaces the reply: the caller gets no answer, or one that says nothing. What was done stays done. */
export class ReplyFault extends Error {
  constructor(
    readonly kind: 'drop' | 'hang' | 'bad_gateway',
    readonly ms = 0,
  ) {
    super(`reply fault: ${kind}`);
  }
}
