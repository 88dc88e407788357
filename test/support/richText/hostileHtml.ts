import { existsSync, readFileSync } from 'node:fs'

const borrowed = new URL('../../../../shared/data/html5lib_sanitizer_tests.json', import.meta.url)

/** Cases that nobody here wrote; they lie beside the project, not in it. */
export const borrowedCases: string[] = existsSync(borrowed)
  ? JSON.parse(readFileSync(borrowed, 'utf8')).map(({ input }: { input: string }) => input)
  : []

/** Script calls `alert` when it runs; requests that leave the site go to `evil.example`. */
const SCRIPT = 'alert(1)'
const AWAY = '//evil.example/x.png'

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  'java&NewLine;script&colon;alert(1)',
  '&#106;&#97;&#118;&#97;script:alert(1)',
  '&#x6a&#x61&#x76&#x61script:alert(1)',
  'javascript&#0000058alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://evil.example/1',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
]

const handlers = [
  '<p onclick=alert(1)>字</p>',
  '<p OnMouseOver="alert(1)">字</p>',
  '<p/onclick=alert(1)>字</p>',
  '<p onclick\n=\n"alert(1)">字</p>',
  '<img src=x onerror=alert(1)>',
  '<img src="/api/file/1" onload=alert(1)>',
  '<img/src="/api/file/1"/onload="alert(1)">',
  '<img src="/api/file/1" alt="`><script>alert(1)</script>">',
  '<img src="/api/file/1"alt=""onload=alert(1)>',
  '<video src="/api/file/1" oncanplay=alert(1) autoplay></video>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>字</details>',
  '<a href="/x" onfocus=alert(1) autofocus tabindex=1>字</a>',
  '<p style="animation:x" onanimationstart=alert(1)>字</p>',
  '<p \0onclick=alert(1)>字</p>',
  '<p "onclick=alert(1) x=">字</p>',
]

const mutations = [
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext></form><form><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  '<svg><foreignObject><p><style><!--</style><img src=x onerror=alert(1)>--></style></p></foreignObject></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  '<iframe><iframe><img src=x onerror=alert(1)></iframe></iframe>',
  '<textarea></textarea/><img src=x onerror=alert(1)>',
  '<title><img src=x onerror=alert(1)></title><p>字</p>',
  '<template><script>alert(1)</script></template>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
  '<table><a><tr><td></a><script>alert(1)</script></td></tr></table>',
  '<p><svg/onload=alert(1)//<p>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)</script >',
  '<script>alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>字</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  '<math href="javascript:alert(1)">字</math>',
]

const names = [
  '<p id="location">字</p>',
  '<img name="getElementById" src="/api/file/1">',
  '<a id="token"></a><a id="token" name="x" href="tel:1">字</a>',
  '<form id="document"><input name="cookie"></form>',
  '<p class="overlay ant-modal ql-container" data-x="1" slot="y" is="z">字</p>',
]

const styles = [
  `<p style="background:url(${AWAY})">字</p>`,
  `<p style="background-color:url(${AWAY})">字</p>`,
  `<p style="color:red;background-image:u\\72l(${AWAY})">字</p>`,
  '<p style="width:expression(alert(1))">字</p>',
  '<p style="width:e/**/xpression(alert(1))">字</p>',
  '<p style="behavior:url(#x);-moz-binding:url(#x)">字</p>',
  '<p style="position:fixed;inset:0;z-index:9999;width:999999px">字</p>',
  '<p style="color:red}body{display:none">字</p>',
  '<p style="color:red&quot;onclick=&quot;alert(1)">字</p>',
  `<p style="@import '${AWAY}'">字</p>`,
  `<p style="--x:url(${AWAY});color:var(--x)">字</p>`,
  `<style>@import '${AWAY}';p{background:url(${AWAY})}</style><p>字</p>`,
]

const addresses = [
  ...schemes.flatMap(url => [`<a href="${url}">字</a>`, `<img src="${url}">`, `<video src="${url}" poster="${url}">`]),
  ...[
    `https:${AWAY}`,
    AWAY,
    '/\\evil.example/x.png',
    '/\t/evil.example/x.png',
    '\\\\evil.example\\x.png',
    '///evil.example',
  ]
    .flatMap(url => [
      `<img src="${url}">`,
      `<video src="${url}"></video>`,
      `<img src="/api/file/1" srcset="${url} 2x">`,
    ])
    .concat('<img src="/api/file/1/../../member/info">', '<img src="/api/file/1#<svg onload=alert(1)>">'),
  `<video src="/api/file/1" poster="https:${AWAY}"></video>`,
  `<picture><source srcset="${AWAY}"><img src="/api/file/1"></picture>`,
  `<table background="${AWAY}"><tr><td background="${AWAY}">字</td></tr></table>`,
  `<base href="https:${AWAY}"><a href="/x">字</a>`,
  `<base target="_top"><link rel="stylesheet" href="${AWAY}"><link rel="dns-prefetch" href="${AWAY}">`,
  `<meta http-equiv="refresh" content="0;url=https:${AWAY}"><meta http-equiv="set-cookie" content="a=b">`,
  `<a href="/x" ping="https:${AWAY}">字</a><a href="/x" target="_parent">字</a>`,
  `<form action="https:${AWAY}"><input><button formaction="javascript:${SCRIPT}">字</button><select></select></form>`,
  `<object data="${AWAY}"></object><embed src="${AWAY}"><applet code="x"></applet>`,
  `<iframe src="javascript:${SCRIPT}"></iframe><iframe srcdoc="<script>${SCRIPT}</script>"></iframe>`,
  `<audio src="${AWAY}" autoplay></audio><track src="${AWAY}"><bgsound src="${AWAY}">`,
  `<portal src="${AWAY}"></portal><frameset onload=${SCRIPT}></frameset><isindex action="javascript:${SCRIPT}">`,
]

/** Texts that want to run, to ask another host, to leave the page or to spoil it. */
export const hostileHtml: string[] = [...borrowedCases, ...handlers, ...mutations, ...names, ...styles, ...addresses]
