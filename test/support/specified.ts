/** The specification's table of screens. */
export const screens = [
  '/',
  '/admin',
  '/admin/login/login',
  '/admin/login/register',
  '/admin/home',
  '/admin/home/dash',
  '/admin/home/search',
  '/admin/user',
  '/admin/news/list/{catalogId}',
  '/admin/news/info/{catalogId}',
  '/admin/news/list-info/{id}',
  '/404',
]

/** The specification's calls, in full. */
const get = (base: string, ...paths: string[]) => paths.map(path => `GET ${base}${path}`)
const post = (base: string, ...paths: string[]) => paths.map(path => `POST ${base}${path}`)
export const calls = [
  ...get('/cms/index/noLogin', '/banner', '/banner/party', '/num/num', '/adverti', '/link'),
  ...get('/catalog', '', '/2', '/a', '/b', '/a/info', '/seo'),
  ...get('/search', ''),
  ...get('/app/publicity/person', '/group/list', '/list', '/top30'),
  ...get('/app/publicity/qualification', '/group/list', '/child/list', '/level/list', '/group', '/list', '/top30'),
  ...get('/app/publicity/member', '/type/list', '/list', '/top30', '/detail', '/qualification/list'),
  ...get('/app/training', '/list', '/getApply'),
  ...post('/app/training', '/edit/submit', '/submit'),
  ...get('/qualification/old', '/getApply'),
  ...post('/qualification/old', '/submit'),
  ...get('/member', '/info', '/org/info', '/qualification/list', '/message/list', '/doing/list'),
  ...get('/member', '/getApply1', '/getApply2', '/getCode', '/style'),
  ...post('/member', '/complete', '/apply1Submit', '/apply2Submit', '/download', '/changePhone'),
  ...post('/member', '/changePwd', '/changePwdByCode', '/edit', '/styleSubmit'),
  ...get('/qualification', '/list', '/group/list', '/detail', '/getAuditReason', '/message/list', '/level/list'),
  ...get('/qualification', '/getApply1', '/getApply2'),
  ...post('/qualification', '/addApply', '/apply1Submit', '/apply2Submit', '/download'),
  ...get('/person', '/stat', '/cert/list', '/list', '/detail'),
  ...get('/training', '/list', '/v2/registration/list', '/v2/detail'),
  ...post('/training', '/v2/submit'),
  ...get('/cms/adverti', '/list', '/contact', '/user/info'),
  ...post('/cms/adverti', '/user/update', '/user/remove'),
  ...get('/award', '/list', '/message/list', '/getApply', '/getAuditReason'),
  ...post('/award', '/applySubmit'),
]
/** Paths that the specification abbreviates, or may mean: they answer the same. */
export const shortPaths = [
  '/banner/party',
  '/num/num',
  '/adverti',
  '/link',
  '/catalog/search',
  '/cms/index/noLogin/search',
  ...['', '/2', '/a', '/b', '/a/info', '/seo'].map(path => `/cms/index/noLogin/catalog${path}`),
]
/** Calls that answer with a file. */
export const files = ['POST /member/download', 'POST /qualification/download']
