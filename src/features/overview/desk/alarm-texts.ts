import { desk } from '#src/desk/desk-paths.ts';
import { formatNumber } from '#src/i18n/format.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { loadToday } from './today.loader.ts';

type Warnings = NonNullable<Awaited<ReturnType<typeof loadToday>>['warnings']>;

interface Alarm {
  text: string;
  /** Link to the full list. */
  link?: { path: string; text: string };
  /** The numbers of the orders that it is about. */
  orders?: string[];
}

const untilText = (count: number, t: Translate): string =>
  count > 0 ? t('desk:today.casesUntil', { count }) : t(count === 0 ? 'desk:today.casesToday' : 'desk:cases.overdue');

/** What is wrong in the shop, each with the way to its list. */
export function alarmsOf(warnings: Warnings, t: Translate): Alarm[] {
  const { alarms: faults, cases, caseDays, refundTroubles, refundsToTransfer } = warnings;
  const { unknownPayments, mailsGivenUp, freeMegabytes, missingFacts } = warnings;
  const alarms: Alarm[] = faults.map(({ alarm, values }) => ({
    text: `${t(`mail:alarm.${alarm}.text`, values)} ${t(`mail:alarm.${alarm}.todo`, values)}`,
    ...(alarm === 'legal_texts' && { link: { path: desk.texts(), text: t('desk:sections.texts') } }),
  }));
  if (cases > 0)
    alarms.push({
      text: [t('desk:today.cases', { count: cases }), caseDays !== undefined && untilText(caseDays, t)]
        .filter(Boolean)
        .join(' '),
      link: { path: desk.orders({ state: 'case' }), text: t('desk:cases.list') },
    });
  if (refundTroubles.length > 0)
    alarms.push({
      text: t('desk:today.refundTrouble', { count: refundTroubles.length }),
      orders: [...new Set(refundTroubles.flatMap(({ orderNumber }) => orderNumber ?? []))],
    });
  if (refundsToTransfer > 0)
    alarms.push({
      text: t('desk:today.refundsToTransfer', { count: refundsToTransfer }),
      link: { path: desk.transfers(), text: t('desk:sections.transfers') },
    });
  if (unknownPayments > 0)
    alarms.push({
      text: t('desk:today.unknownPayments', { count: unknownPayments }),
      link: { path: desk.paypal(), text: t('desk:paypal.title') },
    });
  if (mailsGivenUp > 0)
    alarms.push({
      text: t('desk:today.mailsGivenUp', { count: mailsGivenUp }),
      link: { path: desk.mails(), text: t('desk:sections.mails') },
    });
  if (freeMegabytes !== undefined)
    alarms.push({ text: t('desk:today.littleSpace', { megabytes: formatNumber(freeMegabytes) }) });
  if (missingFacts > 0)
    alarms.push({
      text: t('desk:today.missingFacts', { count: missingFacts }),
      link: { path: `${desk.texts()}#facts`, text: t('desk:facts.title') },
    });
  return alarms;
}
