import './lint-case.ts';
export type Other = string;
