/** The systemd units that run a shop. */
import path from 'node:path';
import { WRONG_SETTINGS } from '#src/server/run-program.ts';

export interface Installation {
  /** Name of the units, and of the user that they run as. */
  name: string;
  /** Absolute paths. */
  program: string;
  node: string;
  dataDir: string;
  contentDir: string;
  distDir: string;
  backupDir: string;
  /** The number of servers; their ports are consecutive. */
  servers: number;
  port: number;
  metricsPort: number | undefined;
  /** A lost disk loses all orders since SQLite's last copy. PostgreSQL archives its log. */
  isSqlite: boolean;
}

/** Unit texts by file name. */
export type Units = Record<string, string>;

/**
 * What all programs of the shop do without. Not MemoryDenyWriteExecute: V8 compiles JavaScript to machine code at run
 * time. Not ProcSubset=pid: Node reads /proc/meminfo and /proc/cpuinfo.
 */
const HARDENING = `NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
UMask=0077
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM`;

/** Escapes a path or an argument for a unit, where % begins a specifier and blanks separate words. */
const quoted = (text: string): string => {
  const escaped = text.replaceAll('%', '%%');
  return /[\s"'\\;]/.test(escaped) ? `"${escaped.replace(/["\\]/g, '\\$&')}"` : escaped;
};

/** Units do not see home folders, unless a part of the shop is there. */
const HOME = /^\/(?:home|root|run\/user)\//;

const commandLine = ({ node }: Installation, script: string[]): string => [node, ...script].map(quoted).join(' ');

/** `writable`: folders that the program changes; all others are read-only. */
function service(shop: Installation, script: string[], writable: string[]): string {
  const { name, program, node } = shop;
  const isAtHome = [program, node, ...writable].some((file) => HOME.test(file));
  return `User=${name}
WorkingDirectory=${program.replaceAll('%', '%%')}
ExecStart=${commandLine(shop, script)}
ReadWritePaths=${writable.map(quoted).join(' ')}
ProtectHome=${isAtHome ? 'read-only' : 'yes'}
${HARDENING}
`;
}

/**
 * Runs a program for ever, but not with settings that cannot work. A reload with such settings fails, so that they are
 * noticed before a crash, after which the program could not start.
 */
const lasting = (shop: Installation): string => `Type=exec
ExecReload=${commandLine(shop, ['src/cli/shop.ts', 'check-settings'])}
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartPreventExitStatus=${WRONG_SETTINGS}
RestartSec=2
TimeoutStopSec=30`;

/** The servers, the watcher that rebuilds pages, and verified backups: hourly on SQLite, otherwise nightly. */
export function systemdUnits(shop: Installation): Units {
  const { name, program, dataDir, contentDir, distDir, backupDir, servers, port, metricsPort, isSqlite } = shop;
  const about = (what: string) =>
    `[Unit]\nDescription=${what}\nDocumentation=file:${program.replaceAll('%', '%%')}/docs/operating.md\n`;
  // Astro writes its types and its cache there.
  const astro = ['.astro', 'node_modules/.astro'].map((folder) => `-${path.join(program, folder)}`);
  const further = Array.from({ length: servers - 1 }, (_, index) => ({
    unit: `${name}-${index + 2}.service`,
    after: index + 1,
  }));
  const server = (what: string, more: string, environment: string) => `${about(what)}Wants=network-online.target
After=network-online.target postgresql.service
${more}RequiresMountsFor=${[dataDir, contentDir].map(quoted).join(' ')}
StartLimitIntervalSec=0

[Service]
${lasting(shop)}
KillMode=mixed
${environment}${service(shop, ['src/cli/serve.ts'], [dataDir, contentDir])}
[Install]
WantedBy=multi-user.target
`;
  const followers = [...further.map(({ unit }) => unit), `${name}-watch.service`].join(' ');
  const units: Units = { [`${name}.service`]: server('The shop', `PropagatesReloadTo=${followers}\n`, '') };
  for (const { unit, after } of further) {
    const ports = [
      `PORT=${port + after}`,
      ...(metricsPort === undefined ? [] : [`METRICS_PORT=${metricsPort + after}`]),
    ];
    units[unit] = server(`The shop: server ${after + 1} of ${servers}`, '', `Environment=${ports.join(' ')}\n`);
  }
  const watching = about('The shop: rebuilds the pages whenever content, catalogue or stock change');
  const backup = ['src/cli/shop.ts', 'backup', backupDir, '--keep', isSqlite ? '24' : '1', '--daily', '14', '--verify'];
  return {
    ...units,
    // SIGHUP ends the watcher, and the next one reads the new settings.
    [`${name}-watch.service`]: `${watching}After=${name}.service
StartLimitIntervalSec=0

[Service]
${lasting(shop)}
Nice=5
${service(shop, ['src/cli/shop.ts', 'watch'], [dataDir, distDir, ...astro])}
[Install]
WantedBy=multi-user.target
`,
    [`${name}-backup.service`]: `${about('The shop: a verified backup')}
[Service]
Type=oneshot
Nice=10
IOSchedulingClass=idle
${service(shop, backup, [dataDir, backupDir])}`,
    [`${name}-backup.timer`]: `${about(`The shop: a verified backup each ${isSqlite ? 'hour' : 'night'}`)}
[Timer]
OnCalendar=*-*-* ${isSqlite ? '*' : '03'}:30
RandomizedDelaySec=10m
Persistent=yes

[Install]
WantedBy=timers.target
`,
  };
}
