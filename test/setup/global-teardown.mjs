import { infrastructure } from './infrastructure.mjs';

export default () => infrastructure.stop();
