import { Button } from 'antd'
import { replace, useNavigate, useSearchParams } from 'react-router'
import { signOut } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { Sections } from '#modules/accounts/documents/pages/Sections.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Themed } from '#ui/Themed.tsx'
import type { Route } from './+types/MyConsent'
import { MyAccountDeletion } from './MyAccountDeletion.tsx'
import { returnPath } from './returnPath.ts'
import './myConsent.css'
import { Day } from '#ui/Day.tsx'

export { Opening as HydrateFallback } from '#layouts/member/Opening.tsx'
export { ScreenProblem as ErrorBoundary } from '#layouts/ScreenProblem.tsx'
export { myConsent as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { query }) => {
  const due = await api('GET /member/consent/due', {})
  if (due.length === 0) throw replace(returnPath(query.get('dir')))
  return due
})

type Due = Output<ApiContract['GET /member/consent/due']>[number]

/** Changes since the last consent, the full text, and the choice to agree or not. */
export default function MyConsent({ loaderData: due }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { submit, busy, error } = useSubmit('POST /member/consent/agree')
  const agree = async () => {
    const agreed = due.map(({ document, version }) => ({ document, version }))
    if (await submit({ agree: agreed })) await navigate(returnPath(query.get('dir')), { replace: true })
  }
  const leave = async () => {
    await Promise.all([signOut(), navigate('/admin/home')])
  }
  return (
    <Themed>
      {due.map(of => (
        <Document key={of.document} of={of} />
      ))}
      <section className="centre-card" aria-label="您的选择">
        <p>同意后即可继续使用会员中心；不同意的将退出登录，公开的内容仍可浏览。</p>
        <Problem>{error?.message}</Problem>
        <div className="form-actions">
          <Button type="primary" loading={busy} onClick={() => void agree()}>
            同意
          </Button>
          <Button onClick={() => void leave()}>不同意并退出</Button>
        </div>
      </section>
      <details className="consent-instead">
        <summary>不再使用账号？可以先带走您的信息，再注销账号</summary>
        <section className="centre-card">
          <h2>带走您的信息</h2>
          <p>下载我们保存的、与您的账号有关的全部信息。</p>
          <SaveButton save={() => saveFile('GET /member/privacy/export', {})}>下载我的全部信息</SaveButton>
        </section>
        <MyAccountDeletion />
      </details>
    </Themed>
  )
}

const Document = ({ of: { document, title, version, effectiveOn, summary, sections, agreedVersion } }: { of: Due }) => (
  <section className="centre-card consent-document" aria-labelledby={`${document}-title`}>
    <h2 id={`${document}-title`}>{title}已更新</h2>
    <p>
      版本 {version}，自
      <Day of={effectiveOn} />
      起施行。
      {agreedVersion && (
        <>
          您以前同意的是
          <a
            href={`/admin/login/${document}?version=${encodeURIComponent(agreedVersion)}`}
            target="_blank"
            rel="noreferrer"
          >
            版本 {agreedVersion}
            <span className="hidden-text">（在新窗口中打开）</span>
          </a>
          。
        </>
      )}
    </p>
    {summary && (
      <>
        <h3>改了什么</h3>
        <p className="consent-summary">{summary}</p>
      </>
    )}
    <h3 id={`${document}-text`}>全文</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
    <section className="consent-text" tabIndex={0} aria-labelledby={`${document}-text`}>
      <Sections of={sections} level={4} />
    </section>
  </section>
)
