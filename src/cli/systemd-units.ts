/** The units by which systemd runs a shop. */
import path from 'node:path';

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
  /** A lost disk takes all orders since the last copy of SQLite with it. PostgreSQL archives its log. */
  isSqlite: boolean;
}

/** Unit texts by file name. */
export type Units = Record<string, string>;

/**
 * What all programs of the shop do without. Not MemoryDenyWriteExecute: V8 compiles JavaScript to machine code at run time. Not
 * ProcSubset=pid: Node reads /proc/meminfo and /proc/cpuinfo.
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

/** A path or an argument in a unit, where % begins a specifier and blanks separate words. */
const quoted = (text: string): string => {
  const escaped = text.replaceAll('%', '%%');
  return /[\s"'\\;]/.test(escaped) ? `"${escaped.replace(/["\\]/g, '\\$&')}"` : escaped;
};

/** Units do not see home folders, unless a part of the shop lies there. */
const HOME = /^\/(?:home|root|run\/user)\//;

/** `writable`: folders that the program changes; all others are read-only. */
function service({ name, program, node }: Installation, script: string[], writable: string[]): string {
  const command = [node, ...script].map(quoted).join(' ');
  const isAtHome = [program, node, ...writable].some((file) => HOME.test(file));
  return `User=${name}
WorkingDirectory=${program.replaceAll('%', '%%')}
ExecStart=${command}
ReadWritePaths=${writable.map(quoted).join(' ')}
ProtectHome=${isAtHome ? 'read-only' : 'yes'}
${HARDENING}
`;
}

/** The server, the watcher that rebuilds pages, and verified backups: each hour on SQLite, else each night. */
export function systemdUnits(shop: Installation): Units {
  const { name, program, dataDir, contentDir, distDir, backupDir, isSqlite } = shop;
  const about = (what: string) => `[Unit]\nDescription=${what}\nDocumentation=file:${program.replaceAll('%', '%%')}/docs/operating.md\n`;
  // Astro writes its types and its cache there.
  const astro = ['.astro', 'node_modules/.astro'].map((folder) => `-${path.join(program, folder)}`);
  return {
    [`${name}.service`]: `${about('The shop')}Wants=network-online.target ${name}-watch.service
After=network-online.target postgresql.service
PropagatesReloadTo=${name}-watch.service
StartLimitIntervalSec=0

[Service]
Type=exec
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
KillMode=mixed
TimeoutStopSec=30
${service(shop, ['src/cli/serve.ts'], [dataDir, contentDir])}
[Install]
WantedBy=multi-user.target
`,
    // SIGHUP ends the watcher, and the next one reads the new settings.
    [`${name}-watch.service`]: `${about('The shop: rebuilds the pages whenever content, catalogue or stock change')}After=${name}.service
StartLimitIntervalSec=0

[Service]
Type=exec
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
TimeoutStopSec=30
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
${service(shop, ['src/cli/shop.ts', 'backup', backupDir, '--keep', isSqlite ? '24' : '1', '--daily', '14', '--verify'], [dataDir, backupDir])}`,
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
