import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** Sends at a fixed rate, independent of earlier answers. Returns the sorted times in ms since each request was due. */
export async function openLoop({ perSecond, seconds, send }) {
  const began = performance.now();
  const [waiting, total] = [[], perSecond * seconds];
  while (waiting.length < total) {
    for (
      let dueAt;
      waiting.length < total && (dueAt = began + (waiting.length * 1000) / perSecond) <= performance.now();
    )
      waiting.push(elapsedMs(dueAt, send(waiting.length)));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return (await Promise.all(waiting)).sort((a, b) => a - b);
}

async function elapsedMs(since, work) {
  await work;
  return performance.now() - since;
}

/** Returns the whole answer. Any status but 200 fails. */
export function fetchOver(url, headers = {}) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks = [];
      response
        .on('data', (chunk) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => {
          const body = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(body);
          else reject(new Error(`${url}: ${response.statusCode} ${body.toString().slice(0, 200)}`));
        });
    }).on('error', reject);
  });
}
