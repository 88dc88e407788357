import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { columnCrumbs } from './public/columnCrumbs.ts'

export type SiteConfig = Output<ApiContract['GET /config/public']>
/** Arguments of a page's `meta`; the first match is the root, with the site's configuration. */
type Args = {
  matches: readonly ({ loaderData?: unknown } | undefined)[]
  location: { pathname: string; search: string }
  error?: unknown
}
type Crumb = { name: string; route: string | null }

type Page = {
  /** The page's own name; the browser's title stays the association's unless a setting says otherwise (spec.md section 2). */
  name: string
  description?: string
  keywords?: string
  image?: string | null
  /** Path and the parameters that make it another page. */
  canonical?: string
  breadcrumb?: Crumb[]
  jsonLd?: object
  /** The 网页标签 of Chinese public sites. */
  tags?: Record<string, string | undefined>
  /** Excluded from search engines. */
  hidden?: boolean
}

/** Title of the browser tab: the page's own name or the association's alone, by a setting. */
export const titleOf = ({ title, association }: SiteConfig, name: string) =>
  title === 'page' ? `${name} - ${association.title}` : association.title

/** The head of a page: title, description, sharing, canonical address, structured data. */
export function head({ matches, location }: Args, page: Page) {
  const config = matches[0]?.loaderData as SiteConfig | undefined
  if (!config) return [{ title: page.name }]
  const { association, publicUrl } = config
  const description = page.description || association.description
  const icon = association.logoIsWide ? null : association.logo
  const url = publicUrl + (page.canonical ?? location.pathname)
  const image = page.image ?? association.share ?? association.logo
  return [
    { title: titleOf(config, page.name) },
    { name: 'description', content: description },
    ...(page.keywords ? [{ name: 'keywords', content: page.keywords }] : []),
    ...(page.hidden ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url }]),
    { property: 'og:type', content: page.tags?.ArticleTitle ? 'article' : 'website' },
    { property: 'og:site_name', content: association.name },
    { property: 'og:title', content: page.name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image ? [{ property: 'og:image', content: publicUrl + image }] : []),
    { property: 'og:locale', content: 'zh_CN' },
    { name: 'SiteName', content: association.name },
    { name: 'SiteDomain', content: new URL(publicUrl).host },
    { name: 'Url', content: url },
    ...Object.entries(page.tags ?? {}).flatMap(([name, content]) => (content ? [{ name, content }] : [])),
    { tagName: 'link', rel: 'icon', href: icon ?? (config.theme ? iconIn(config.colour) : '/favicon.svg') },
    { tagName: 'link', rel: 'apple-touch-icon', href: icon ?? '/apple-touch-icon.png' },
    { tagName: 'link', rel: 'manifest', href: '/manifest.webmanifest' },
    ...(page.breadcrumb ? [{ 'script:ld+json': breadcrumbList(page.breadcrumb, publicUrl) }] : []),
    ...(page.jsonLd ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...page.jsonLd } }] : []),
  ]
}

type Column = Omit<Page, 'name' | 'canonical' | 'breadcrumb' | 'tags'> & {
  crumbs: { name: string; route: string }[]
  /** The 网页标签 of its kind. */
  kind: '公示' | '服务'
}

/** Members in one circle, as `public/favicon.svg` draws them: what stands until an association has an emblem. */
const iconIn = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none" stroke="${colour}"><circle cx="48" cy="48" r="43.5" fill="#fff" stroke-width="5"/><g stroke-width="6"><circle cx="37.5" cy="56" r="15" stroke-opacity=".6"/><circle cx="48" cy="38" r="15"/><circle cx="58.5" cy="56" r="15"/></g></svg>`,
  )}`

/** The head of a page that is the end of its crumbs: its name, address and column are what the last of them says. */
export function columnHead(args: Args, { crumbs, kind, ...page }: Column) {
  const { name, route } = crumbs.at(-1)!
  return head(args, {
    ...page,
    name,
    canonical: route,
    breadcrumb: columnCrumbs(args.matches, crumbs),
    tags: { ColumnName: name, ColumnType: kind },
  })
}

const breadcrumbList = (crumbs: Crumb[], publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, route }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    ...(route ? { item: publicUrl + route } : {}),
  })),
})

/** The association as schema.org knows it. */
export const organisationLd = ({ association, publicUrl }: SiteConfig) => ({
  '@type': 'Organization',
  name: association.name,
  alternateName: [association.shortName, association.nameEn],
  url: `${publicUrl}/admin/home`,
  logo: publicUrl + (association.logo ?? '/apple-touch-icon.png'),
  address: {
    '@type': 'PostalAddress',
    streetAddress: association.address,
    postalCode: association.postcode,
    addressCountry: 'CN',
  },
  telephone: formatPhone(association.phone),
  email: association.email,
})
