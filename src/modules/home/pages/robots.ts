import { type Api, onServer } from '#api/load.ts'

/** Allows robots all public pages; disallows what needs a session or answers only to pages. */
const load = async (api: Api) => {
  const { publicUrl } = await api('GET /config/public', {})
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
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
export const loader = onServer(load)
