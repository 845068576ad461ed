/**
 * Lints texts as if they were files of the workspace: [{path, text}] on standard input, a list of messages for each on
 * standard output. A process of its own, because Jest's module sandbox cannot hold ESLint's configuration and Nx's
 * native part.
 */
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

const eslint = new ESLint();
const answers = [];
for (const file of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(file.text, { filePath: file.path });
  answers.push(result.messages.map(({ ruleId, message }) => `${ruleId}: ${message.split('\n')[0]}`));
}
process.stdout.write(`\n${JSON.stringify(answers)}`);
