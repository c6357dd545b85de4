import path from 'node:path';
import type { Config } from '#src/server/config.ts';
import { CLOSED_FLAG } from '#src/server/maintenance/gate.ts';
import { TYPES } from '#src/server/site/serve-file.ts';
import { CURRENT, type SiteRecord } from '#src/server/site/site-record.ts';
import { headersOf, markOf, pageRules } from './page-rules.ts';

interface Front {
  config: Pick<Config, 'host' | 'port' | 'siteUrl' | 'mediaDir'>;
  /** Absolute. */
  distDir: string;
  build: Pick<SiteRecord, 'files' | 'policies'>;
  /** Of nginx's `listen`. */
  listen: string;
}

/** nginx's configuration for a shop with this build: its files by nginx, everything else by Node. */
export function nginxConfig({ config, distDir, build, listen }: Front): string {
  const rules = pageRules(build);
  const { security, page, named, other } = headersOf(config.siteUrl);
  const present = path.join(distDir, CURRENT);
  const node = `${/^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host.replace(/.*:.*/, '[$&]')}:${config.port}`;
  const always = [
    ...security.flatMap((name, at) => (at % 2 === 0 ? `add_header ${name} ${quote(security[at + 1]!)};` : [])),
    'add_header x-request-id $request_id;',
  ]
    .map((line) => `        ${line}`)
    .join('\n');
  return `# Made by \`npm run shop -- nginx\` for ${config.siteUrl}. Belongs into nginx's \`http\` block, as /etc/nginx/conf.d/shop.conf does.
# Make it anew, and reload nginx, after a new version of the shop: until then nginx leaves the pages to Node.
# Node runs with TRUST_PROXY=1. nginx needs the module libnginx-mod-http-brotli-static, and to be allowed to read the folders.

upstream shop {
    server ${node};
    # Less than the 65 s after which Node closes them.
    keepalive 64;
    keepalive_timeout 60s;
}

map $uri $shop_policy {
${rules.policies.map(({ files, policy }) => `    ${quote(`~${files}`)} ${quote(policy)};`).join('\n')}
}

map $uri $shop_cache {
    default ${quote(other)};
    ~^/_astro/ ${quote(named)};
    ~\\.html$ ${quote(page)};
}

server {
    listen ${listen};
    server_name ${new URL(config.siteUrl).hostname};
    server_tokens off;
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

    # Where nginx looks for pages. While the shop is closed, for a build with other headers, and for anything but reading: nowhere.
    set $shop_pages "";
    if (-f ${quote(path.join(distDir, CLOSED_FLAG))}) { set $shop_pages /-; }
    if (!-f ${quote(path.join(present, markOf(build, config.siteUrl)))}) { set $shop_pages /-; }
    if ($request_method !~ ^(?:GET|HEAD)$) { set $shop_pages /-; }

    location / {
        try_files $shop_pages$uri/index.html $shop_pages$uri @shop;
        add_header content-security-policy $shop_policy;
        add_header cache-control $shop_cache;
${always}
    }

    location ~ "^/media/[\\w-]+\\.(?:avif|webp)$" {
        root ${quote(path.dirname(config.mediaDir))};
        try_files $shop_pages$uri @shop;
        add_header cache-control ${quote(named)};
${always}
    }

    location ^~ /api { try_files /- @shop; }
    location ~ ${quote(rules.passed)} { try_files /- @shop; }
    # The packed files are for nginx alone.
    location ~ \\.(?:br|gz)$ { try_files /- @shop; }

    location @shop {
        proxy_pass http://shop;
        proxy_http_version 1.1;
        proxy_set_header connection "";
        proxy_set_header host $host;
        proxy_set_header x-forwarded-for $proxy_add_x_forwarded_for;
        proxy_set_header x-forwarded-proto $scheme;
    }
}
`;
}

/** nginx has no way to write a `$` in a value; none of ours has one but as the end of a pattern, where it stands for itself. */
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
