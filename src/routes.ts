import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the site by its address: spec.md section 2 as code. */
export default [
  layout('layouts/Public.tsx', [
    layout('layouts/Failsafe.tsx', [
      route('admin/news/list/:catalogId', 'modules/content/pages/NewsList.tsx'),
      route('*', 'layouts/NotFound.tsx'),
    ]),
  ]),
] satisfies RouteConfig
