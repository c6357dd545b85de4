import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';

/** Calls back with each of the core web vitals when it is known: CLS, INP (ms), LCP (ms). */
export function reportVitals(report: (name: string, value: number) => void): void {
  const pass = ({ name, value }: Metric) => report(name, Math.round(name === 'CLS' ? value * 1000 : value));
  onCLS(pass);
  onINP(pass);
  onLCP(pass);
}
