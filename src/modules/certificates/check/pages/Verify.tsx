import { type Address, type Api, inBrowser, onServer, sentWithStatus, withStatus } from '#api/load.ts'
import { refusalOf } from '#api/useApi.ts'
import { columnHead } from '#layouts/head.ts'
import { useInUse } from '#layouts/useParts.ts'
import type { Part } from '#lib/parts.ts'
import { CertificateSheet } from '#modules/certificates/pages/CertificateSheet.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useRevalidator } from '#ui/router/router.tsx'
import type { Route } from './+types/Verify'
import { FileCheck } from './FileCheck.tsx'
import { ByName, NotInRegister } from './NotInRegister.tsx'
import { Unavailable } from './Unavailable.tsx'
import { VerifyForm } from './VerifyForm.tsx'
import './verify.css'

const load = async (api: Api, { query: { number, token, on } }: Address) => {
  const asked = { number, token, on }
  const nothing = { asked, found: null, mend: null, unavailable: null }
  if (!number && !token) return nothing
  try {
    return { ...nothing, found: await api('GET /cert/verify', asked) }
  } catch (error) {
    // The form stays, with what was typed; whatever else is in the way is no answer about the certificate.
    const { code, message } = refusalOf(error)
    const why = code === 400 ? { mend: message } : { unavailable: message }
    return withStatus(code || 503, { ...nothing, ...why })
  }
}
export const loader = sentWithStatus(onServer(load))
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '证书查验', route: '/admin/verify' }]

export const meta = (args: Route.MetaArgs) => {
  const { asked } = args.loaderData ?? {}
  return columnHead(args, {
    crumbs: CRUMBS,
    description:
      '输入证书编号或扫描证书上的二维码，查验单位能力评价证书、人员证书、会员证书和获奖证书的全部内容、当前状态和过去某一天的状态。',
    hidden: Boolean(asked?.number || asked?.token),
    kind: '服务',
  })
}

export default function Verify({ loaderData: { asked, found, mend, unavailable } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const hasAsked = Boolean(asked.number || asked.token)
  const form = <VerifyForm asked={asked} problem={mend} />
  const sheet = found && (
    <CertificateSheet key={`${found.certNo} ${found.checkedAt}`} certificate={found} asked={asked} />
  )
  return (
    <div className="wrap verify">
      <PageHead crumbs={CRUMBS} title="证书查验">
        {!found && <Kinds />}
      </PageHead>
      {/* Whoever scanned a code wants the answer first. */}
      {asked.token && sheet}
      {form}
      {!asked.token && sheet}
      {unavailable && <Unavailable message={unavailable} retry={revalidate} />}
      {hasAsked && !found && !mend && !unavailable && <NotInRegister asked={asked.number} />}
      {!hasAsked && <HowTo />}
      <p className="verify-more">
        一次要核对很多张？用<Link to="/admin/verify/batch">批量查验</Link>：粘贴或上传编号，结果可存为 Excel。
      </p>
      {!found && <FileCheck />}
    </div>
  )
}

const KINDS: { name: string; parts?: readonly Part[] }[] = [
  { name: '单位能力评价证书', parts: ['qualifications'] },
  { name: '人员证书', parts: ['personnel'] },
  { name: '会员证书' },
  { name: '获奖证书', parts: ['awards'] },
]

/** What this association issues. */
const Kinds = () => (
  <>
    {useInUse(KINDS)
      .map(({ name }) => name)
      .join('、')}
    可以在这里核对真伪与状态；还可以查询过去某一天是否有效。
  </>
)

/** Three ways, of which one is enough. */
const HowTo = () => (
  <ul role="list" className="how-grid">
    <li>
      <b>输入编号</b>
      编号印在证书正面，不分大小写，横线和空格可以省略，全角字符也能识别。
    </li>
    <li>
      <b>扫描二维码</b>
      用手机扫描证书上的二维码，直接打开这张证书的查验结果。
    </li>
    <li>
      <b>不知道编号</b>
      公开的证书可以按名称查：
      <ByName />
    </li>
  </ul>
)
