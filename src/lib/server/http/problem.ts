import { pagePolicy } from './security.ts'

const PROBLEMS = {
  500: {
    title: '页面暂时无法显示',
    message:
      '系统出现了异常，我们会尽快处理。请稍后刷新重试；如需协助，请提供下面的编号。正在查验证书的，现在查不到不代表证书无效。',
  },
  503: {
    title: '服务暂时繁忙',
    message: '我们正在恢复服务，页面会在 10 秒后自动重试，您无需操作。正在查验证书的，现在查不到不代表证书无效。',
  },
}

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
h1 { color: #0b4a7f; font-size: 1.875rem; line-height: 1.4; }
small { color: #5a6672; overflow-wrap: anywhere; }
a { color: #0b4a7f; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="/admin/home">返回首页</a></p>
<p><small>编号：${requestId}</small></p>
</main>
</body>
</html>`
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(html, { maps: false, https: false }),
  }
  if (status === 503) headers['retry-after'] = '10'
  return { status, headers, body: Buffer.from(html) }
}
