import { type Api, onServer } from '#api/load.ts'

const answer = (lines: readonly string[]) =>
  new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })

/** Allows robots all public pages; disallows what needs a session or answers only to pages. Of a trial they read nothing. */
const load = async (api: Api) => {
  const { publicUrl, trial } = await api('GET /config/public', {})
  if (trial) return answer(['User-agent: *', 'Disallow: /', ''])
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/file/',
    'Disallow: /staff',
    'Disallow: /admin/user',
    'Disallow: /admin/login',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ]
  return answer(lines)
}
export const loader = onServer(load)
