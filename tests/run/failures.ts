/** What a runner's JSON report says of tests that failed: `file › name`, then the error's first lines. */
import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 12;
const LATE = 'only at a later try: ';

/** Whether an entry is of a test that passed at a later try: a defect that waits. */
export const isLate = (entry: string): boolean => entry.startsWith(LATE);

export interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Passed, and has a failure to tell of. */
const passedLate = ({ status, failureMessages }: VitestReport['testResults'][number]['assertionResults'][number]) =>
  status === 'passed' && failureMessages.length > 0;

/** Also names those that passed only at a later try: they are defects that wait. */
export function vitestFailures(report: VitestReport): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const told = assertionResults.filter((test) => test.status === 'failed' || passedLate(test));
    // A file that does not load, or whose set-up failed, has no failed test.
    if (told.every(passedLate) && status === 'failed') return [entry(name, message)];
    return told.map((test) =>
      entry(`${passedLate(test) ? LATE : ''}${name} › ${test.fullName}`, test.failureMessages.join('\n')),
    );
  });
}

interface PlaywrightSuite {
  title: string;
  specs?: { file: string; title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

/** The same of Playwright's. */
export function playwrightFailures(report: PlaywrightReport): string[] {
  const inSuite = (suite: PlaywrightSuite, titles: string[]): string[] => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => {
          const name = [file, ...titles.slice(1), title].join(' › ');
          return entry(status === 'flaky' ? LATE + name : name, results[0]?.error?.message ?? '');
        }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
  ];
  return [
    ...report.suites.flatMap((suite) => inSuite(suite, [suite.title])),
    ...report.errors.map(({ message }) => entry('outside of any test', message ?? '')),
  ];
}

function entry(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'));
  return [name.replace(`${process.cwd()}/`, ''), ...lines.slice(0, MOST_LINES)].join('\n    ');
}
