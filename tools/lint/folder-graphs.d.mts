export declare function folderGraphs(root: string): string;
