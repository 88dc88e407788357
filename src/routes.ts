import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the site by its address: spec.md section 2 as code. */
export default [
  index('layouts/toHome.ts'),
  route('admin', 'layouts/toHome.ts', { id: 'admin' }),
  route('robots.txt', 'modules/home/pages/robots.ts'),
  route('sitemap.xml', 'modules/home/pages/sitemap.ts'),
  route(':file.xml', 'modules/home/pages/sitemap.ts', { id: 'sitemap-part' }),
  route('admin/news/list/:catalogId/rss.xml', 'modules/content/pages/feed.ts'),
  layout('layouts/Public.tsx', [
    layout('layouts/Failsafe.tsx', [
      route('admin/home', 'modules/home/pages/Home.tsx'),
      route('admin/home/dash', 'modules/home/pages/Home.tsx', { id: 'dash' }),
      route('admin/home/search', 'modules/search/pages/Search.tsx'),
      route('admin/login/login', 'modules/accounts/pages/Login.tsx'),
      route('admin/login/register', 'modules/accounts/pages/Register.tsx'),
      route('admin/login/forgot', 'modules/accounts/pages/Forgot.tsx'),
      route('admin/login/handover', 'modules/members/pages/Handover.tsx'),
      route('admin/login/privacy', 'modules/accounts/pages/Privacy.tsx'),
      route('admin/login/terms', 'modules/accounts/pages/Terms.tsx'),
      route('admin/user/*', 'layouts/Member.tsx'),
      route('admin/news/list/:catalogId', 'modules/content/pages/NewsList.tsx'),
      route('admin/news/info/:catalogId', 'modules/content/pages/NewsInfo.tsx'),
      route('admin/news/list-info/:id', 'modules/content/pages/Article.tsx'),
      route('admin/publicity/qualification', 'modules/qualifications/pages/Qualifications.tsx'),
      route('admin/publicity/person', 'modules/personnel/pages/Persons.tsx'),
      route('admin/publicity/member', 'modules/membership/pages/Members.tsx'),
      route('admin/publicity/member/:id', 'modules/membership/pages/Member.tsx'),
      route('admin/publicity/training', 'modules/training/pages/Courses.tsx'),
      route('admin/publicity/training/:id', 'modules/training/pages/Course.tsx'),
      route('admin/publicity/notice', 'modules/review/pages/Notices.tsx'),
      route('admin/verify', 'modules/certificates/pages/Verify.tsx'),
      route('admin/verify/form', 'modules/review/pages/FormCheck.tsx'),
      route('*', 'layouts/NotFound.tsx'),
    ]),
  ]),
] satisfies RouteConfig
