export declare function retiredWordsIn(text: string): { word: string; instead: string; index: number }[];
