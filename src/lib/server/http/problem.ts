import { pagePolicy } from './security.ts'

const PROBLEMS = {
  500: {
    title: '页面暂时无法显示',
    message:
      '系统出现了异常，我们会尽快处理。请稍等片刻，点“重试”；仍然不行的，请把下面的请求编号告诉协会。正在查验证书的，现在查不到不代表证书无效。',
  },
  503: {
    title: '服务暂时繁忙',
    message: '我们正在恢复服务，页面会在 10 秒后自动重试，您无需操作。正在查验证书的，现在查不到不代表证书无效。',
  },
}

/** The association's main colour, as it was read last: where a page fails, nothing may be left to ask. */
let colour = '#0b4a7f'
export const rememberColour = (main: string): void => {
  if (/^#[0-9a-f]{6}$/i.test(main)) colour = main
}

const ACTS = `const [again, copy] = document.querySelectorAll('button')
again.onclick = () => location.reload()
copy.onclick = async () => {
  try {
    await navigator.clipboard.writeText(document.querySelector('code').textContent)
    copy.textContent = '已复制'
  } catch {
    copy.textContent = '没能复制，请手动选取'
  }
}`

/** A page that needs nothing else of ours: for when the site cannot show one of its own. */
export function problemPage(status: 500 | 503, requestId: string) {
  const { title, message } = PROBLEMS[status]
  const html = `<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${status === 503 ? '<meta http-equiv="refresh" content="10">' : ''}
<title>${title}</title>
<style>
body { max-width: 36rem; margin: 18vh auto 0; padding: 0 1rem; color: #14191f;
  font: 1rem/1.75 "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; }
h1 { color: ${colour}; font-size: 1.875rem; line-height: 1.4; }
small { color: #5a6672; overflow-wrap: anywhere; }
a { color: ${colour}; }
button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid ${colour}; border-radius: 4px; background: #fff;
  color: ${colour}; font: inherit; cursor: pointer; }
#again { margin-right: 1rem; border-color: transparent; background: ${colour}; color: #fff; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p><button id="again">重试</button> <a href="/admin/home">返回首页</a></p>
<p><small>请求编号 <code>${requestId}</code></small> <button id="copy">复制编号</button></p>
</main>
<script>${ACTS}</script>
</body>
</html>`
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy([ACTS], { maps: false, https: false }),
  }
  if (status === 503) headers['retry-after'] = '10'
  return { status, headers, body: Buffer.from(html) }
}
