import type { Screen, StaffEntry } from '#layouts/screen.ts'

const content = { permission: 'staff:content' } as const
const site = { permission: 'staff:site' } as const
const publish = { permission: 'staff:publish' } as const

/** Titles and navigation entries of this module's screens, kept apart so that the navigation loads no screen. */
export const staffArticles: StaffEntry = {
  name: '文章',
  to: '/staff/articles',
  icon: 'article',
  ...content,
  acts: [{ name: '新建文章', to: '/staff/articles/new' }],
}
export const staffArticle: Screen = { name: '编辑文章', record: 'article', ...content }
export const staffCatalogues: StaffEntry = { name: '栏目', to: '/staff/catalogues', icon: 'tree', ...site }
export const staffQuickLinks: StaffEntry = { name: '快捷入口', to: '/staff/quick-links', icon: 'link', ...site }
export const staffBanners: StaffEntry = { name: '轮播图', to: '/staff/banners', icon: 'picture', ...site }
export const staffLinks: StaffEntry = { name: '友情链接', to: '/staff/links', icon: 'link', ...site }
export const staffRedirects: StaffEntry = { name: '旧网址', to: '/staff/redirects', icon: 'link', ...site }
export const staffOldSites: StaffEntry = { name: '导入旧网站', to: '/staff/old-site', icon: 'upload', ...publish }
export const staffOldSite: Screen = { name: '导入旧网站', ...publish }
export const staffAnnouncements: StaffEntry = {
  name: '公告条',
  to: '/staff/announcements',
  icon: 'announcement',
  ...site,
}
