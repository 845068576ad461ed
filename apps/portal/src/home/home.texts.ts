import { catalogue, plural } from '../language/texts.ts';

export const HOME = catalogue({
  en: {
    title: 'Home',
    greeting: (name: string) => `Welcome, ${name}`,
    period: 'The last 7 days',
    volume: 'Captured',
    approval: 'Approval rate',
    transactions: 'Payments',
    refunded: 'Refunded',
    noPayments: 'No payments in the last 7 days.',
    steps: 'First steps',
    stepsText: 'Each one ticks itself off when it has happened.',
    done: 'Done',
    toDo: 'To do',
    step: {
      payment: 'Take a test payment',
      paymentText: 'Create a checkout link and pay it with a test card.',
      shipment: 'Ship a parcel',
      shipmentText: 'Create a shipment; the sandbox’s courier carries it.',
      event: 'Send a usage event',
      eventText: 'Create a meter and report usage to it.',
      webhook: 'Receive a webhook',
      webhookText: 'Register an endpoint and get its first delivery.',
    },
    guide: 'Guide',
    waiting: 'What needs a person',
    nothingWaits: 'Nothing needs a person',
    nothingWaitsText: 'Manual reviews, disputes, alarms and stopped endpoints would be here.',
    open: 'Open',
    count: {
      reviews: (n: number) =>
        plural('en', n, { one: '# operation in manual review', other: '# operations in manual review' }),
      disputes: (n: number) => plural('en', n, { one: '# dispute to answer', other: '# disputes to answer' }),
      exceptions: (n: number) => plural('en', n, { one: '# settlement exception', other: '# settlement exceptions' }),
      alarms: (n: number) => plural('en', n, { one: '# alarm of a shipment', other: '# alarms of shipments' }),
      endpoints: (n: number) =>
        plural('en', n, { one: '# webhook endpoint is stopped', other: '# webhook endpoints are stopped' }),
    },
    latest: 'Latest payments',
    allPayments: 'All payments',
  },
  ar: {
    title: 'الرئيسية',
    greeting: (name: string) => `مرحبًا، ${name}`,
    period: 'آخر 7 أيام',
    volume: 'المحصّل',
    approval: 'معدل القبول',
    transactions: 'المدفوعات',
    refunded: 'المسترد',
    noPayments: 'لا توجد مدفوعات في آخر 7 أيام.',
    steps: 'الخطوات الأولى',
    stepsText: 'تُعلَّم كل خطوة تلقائيًا عند حدوثها.',
    done: 'تمت',
    toDo: 'لم تتم',
    step: {
      payment: 'استلم دفعة تجريبية',
      paymentText: 'أنشئ رابط دفع وادفعه ببطاقة اختبار.',
      shipment: 'اشحن طردًا',
      shipmentText: 'أنشئ شحنة ويحملها ناقل بيئة الاختبار.',
      event: 'أرسل حدث استهلاك',
      eventText: 'أنشئ عدّادًا وأرسل إليه الاستهلاك.',
      webhook: 'استقبل إشعارًا',
      webhookText: 'سجّل عنوانًا واستقبل أول إشعار عليه.',
    },
    guide: 'الدليل',
    waiting: 'ما يحتاج إلى شخص',
    nothingWaits: 'لا شيء يحتاج إلى شخص',
    nothingWaitsText: 'تظهر هنا المراجعات اليدوية والاعتراضات والتنبيهات والعناوين المتوقفة.',
    open: 'فتح',
    count: {
      reviews: (n: number) =>
        plural('ar', n, {
          one: 'عملية واحدة في المراجعة اليدوية',
          two: 'عمليتان في المراجعة اليدوية',
          few: '# عمليات في المراجعة اليدوية',
          other: '# عملية في المراجعة اليدوية',
        }),
      disputes: (n: number) =>
        plural('ar', n, {
          one: 'اعتراض واحد ينتظر الرد',
          two: 'اعتراضان ينتظران الرد',
          few: '# اعتراضات تنتظر الرد',
          other: '# اعتراضًا ينتظر الرد',
        }),
      exceptions: (n: number) =>
        plural('ar', n, {
          one: 'استثناء تسوية واحد',
          two: 'استثناءا تسوية',
          few: '# استثناءات تسوية',
          other: '# استثناء تسوية',
        }),
      alarms: (n: number) =>
        plural('ar', n, {
          one: 'تنبيه شحنة واحد',
          two: 'تنبيها شحنات',
          few: '# تنبيهات شحنات',
          other: '# تنبيه شحنات',
        }),
      endpoints: (n: number) =>
        plural('ar', n, {
          one: 'عنوان إشعارات متوقف',
          two: 'عنوانا إشعارات متوقفان',
          few: '# عناوين إشعارات متوقفة',
          other: '# عنوان إشعارات متوقف',
        }),
    },
    latest: 'أحدث المدفوعات',
    allPayments: 'كل المدفوعات',
  },
});
