import type { SiteConfig } from '#layouts/head.ts'
import { useRouteLoaderData } from '#ui/router/router.tsx'

/** The same for programs: of employers, of those who invite tenders. */
export function ForPrograms() {
  const { publicUrl } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <details className="for-programs">
      <summary>给开发者：用程序查验</summary>
      <p>查验接口公开、免费，无需登录：</p>
      <pre>
        {`curl ${publicUrl}/api/cert/verify/batch -H 'content-type: application/json' -d '{"numbers":["XH-AB01-A-2025-0012"],"on":"2026-01-31"}'`}
      </pre>
      <p>
        status 为 notFound 是登记库中没有，不等于无效；code 不是
        200，是现在无法查验，请稍后重试。状态随时会变，不要缓存。单张查验、全部字段和限制见
        <a href="/api/docs#POST_cert_verify_batch">接口文档</a>。
      </p>
    </details>
  )
}
