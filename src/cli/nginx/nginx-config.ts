import path from 'node:path';
import type { Config } from '#src/server/config.ts';
import { CLOSED_FLAG } from '#src/server/maintenance/gate.ts';
import { TYPES } from '#src/site/serve/serve-file.ts';
import { CURRENT, type SiteRecord } from '#src/site/site-record.ts';
import { headersOf, markOf, pageRules } from '#src/site/page-rules.ts';

interface Front {
  config: Pick<Config, 'host' | 'port' | 'siteUrl' | 'mediaDir' | 'distDir'>;
  build: Pick<SiteRecord, 'files' | 'policies'>;
  /** Of nginx's `listen`. */
  listen: string;
  /** File for nginx's `access_log`. */
  log: string;
}

/** nginx's configuration for a shop with this build: its files by nginx, everything else by Node. */
export function nginxConfig({ config, build, listen, log }: Front): string {
  const rules = pageRules(build);
  const { security, offered, cache } = headersOf(config.siteUrl);
  const ofPages = pairs([...security.page, ...offered]);
  const present = path.join(config.distDir, CURRENT);
  const node = `${/^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host.replace(/.*:.*/, '[$&]')}:${config.port}`;
  const lines = (headers: (readonly [string, string])[]) =>
    headers.map(([name, value]) => `        add_header ${name} ${value};`).join('\n');
  const every = lines(pairs(security.every).map(([name, value]) => [name, quote(value)]));
  const ofFiles = lines([
    ['content-security-policy', '$shop_policy'],
    ['cache-control', '$shop_cache'],
    ...ofPages.map(([name], at) => [name, `$shop_page_${at}`] as const),
  ]);
  const toNode = `proxy_pass http://shop;
        proxy_http_version 1.1;
        proxy_set_header connection "";
        proxy_set_header host $host;
        proxy_set_header x-forwarded-for $proxy_add_x_forwarded_for;
        proxy_set_header x-forwarded-proto $scheme;`;
  return `# Made by \`npm run -s shop -- nginx\` for ${config.siteUrl}. Belongs into nginx's \`http\` block, as /etc/nginx/conf.d/shop.conf does.
# Make it anew, and reload nginx, after a new version of the shop: until then nginx leaves the pages to Node.
# Node runs with TRUST_PROXY=1. nginx needs the module libnginx-mod-http-brotli-static, and to be allowed to read the folders.

upstream shop {
    server ${node};
    # Less than the 65 s after which Node closes them.
    keepalive 64;
    keepalive_timeout 60s;
}

# Neither queries nor referrers: they may hold what opens an account or a payment, as the path of a reset link does.
map $shop_asked $shop_logged {
    default $shop_asked;
    ~*^(.*?/reset_password/). "$1-";
}
log_format shop '$remote_addr - [$time_local] "$request_method $shop_logged" $status $body_bytes_sent "$http_user_agent"';

map $uri $shop_policy {
${rules.policies.map(({ files, policy }) => `    ${quote(`~${files}`)} ${quote(policy)};`).join('\n')}
}

map $uri $shop_cache {
    default ${quote(cache.other)};
    ~^/_astro/ ${quote(cache.named)};
    ~\\.html$ ${quote(cache.page)};
}

${ofPages.map(([, value], at) => `map $uri $shop_page_${at} { ~\\.html$ ${quote(value)}; }`).join('\n')}

server {
    listen ${listen};
    server_name ${new URL(config.siteUrl).hostname};
    server_tokens off;
    # As it was asked for: nginx changes $uri when it finds a file.
    set $shop_asked $uri;
    access_log ${quote(log)} shop;
    # Node refuses more than 64 KiB in the shop's own words; this is for who sends it for no reason but to send.
    client_max_body_size 1m;
    root ${quote(path.join(present, 'client'))};
    types {
${Object.entries(TYPES)
  .map(([suffix, type]) => `        ${quote(type)} ${suffix.slice(1)};`)
  .join('\n')}
    }
    default_type application/octet-stream;
    sendfile on;
    tcp_nopush on;
    brotli_static on;
    gzip_static on;
    gzip_vary on;
    gzip_proxied any;

    # Where nginx looks for files. While the shop is closed, for a build with other headers, and for anything but reading: nowhere.
    set $shop_files "";
    if (-f ${quote(path.join(config.distDir, CLOSED_FLAG))}) { set $shop_files /-; }
    if (!-f ${quote(path.join(present, markOf(build, config.siteUrl)))}) { set $shop_files /-; }
    if ($request_method !~ ^(?:GET|HEAD)$) { set $shop_files /-; }
    # Node packs a page by the one that the browser has: a quarter of the bytes.
    set $shop_pages $shop_files;
    if ($http_available_dictionary) { set $shop_pages /-; }

    location / {
        try_files $shop_pages$uri/index.html $shop_files$uri @shop;
${ofFiles}
${every}
    }

    location ~ "^/media/[\\w-]+\\.(?:avif|webp)$" {
        root ${quote(path.dirname(config.mediaDir))};
        try_files $shop_files$uri @shop;
        add_header cache-control ${quote(cache.named)};
${every}
    }

    location ^~ /api { try_files /- @shop; }
    # Whose errors would be noted with the whole address.
    location ~* /reset_password/ { try_files /- @unnoted; }
    location ^~ /api/reset_password/ { try_files /- @unnoted; }
    location ~ ${quote(rules.passed)} { try_files /- @shop; }
    # The packed files are for nginx alone.
    location ~ \\.(?:br|gz)$ { try_files /- @shop; }

    location @shop {
        ${toNode}
        error_page 502 = @alone;
    }

    location @unnoted {
        error_log /dev/null crit;
        ${toNode}
    }

    # While Node does not answer, pages still stand for who could have had them for fewer bytes.
    location @alone {
        if ($uri ~ ${quote(rules.passed)}) { return 502; }
        try_files $shop_files$uri/index.html =502;
${ofFiles}
${every}
    }
}
`;
}

const pairs = (headers: readonly string[]) =>
  headers.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1]!]] : []));

/** nginx has no way to write a `$` in a value; ours have one as the end of a pattern, where it stands for itself, and before a variable. */
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
