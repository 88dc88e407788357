import { type Api, onServer } from '#api/load.ts'

const load = async (api: Api) => {
  const { association, colour } = await api('GET /config/public', {})
  const icons =
    association.logo && !association.logoIsWide
      ? [{ src: association.logo, sizes: 'any', purpose: 'any' }]
      : [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
        ]
  const manifest = {
    name: association.name,
    short_name: association.shortName || association.name,
    lang: 'zh-CN',
    id: '/admin/home',
    start_url: '/admin/home',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: colour,
    icons,
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
export const loader = onServer(load)
