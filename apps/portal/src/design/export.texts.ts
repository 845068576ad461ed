import { catalogue } from '../language/texts.ts';

export const EXPORT = catalogue({
  en: {
    export: 'Export',
    title: 'Export as CSV',
    read: (count: string) => `${count} rows read`,
    done: (count: string) => `${count} rows are exported`,
    cut: (count: string) => `The first ${count} rows are exported. Narrow the filters for the rest.`,
  },
  ar: {
    export: 'تصدير',
    title: 'تصدير بصيغة CSV',
    read: (count: string) => `الصفوف المقروءة: ${count}`,
    done: (count: string) => `الصفوف المصدّرة: ${count}`,
    cut: (count: string) => `صُدّر أول ${count} صف. ضيّق عوامل التصفية للحصول على الباقي.`,
  },
});
