import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';

/** Reports each core web vital once it is known: CLS (thousandths), INP (ms), LCP (ms). */
export function reportVitals(report: (name: string, value: number) => void): void {
  const reportMetric = ({ name, value }: Metric) => report(name, Math.round(name === 'CLS' ? value * 1000 : value));
  onCLS(reportMetric);
  onINP(reportMetric);
  onLCP(reportMetric);
}
