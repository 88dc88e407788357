import './verify.css'
import { type Address, type Api, inBrowser, onServer, withPageStatus, withStatus } from '#api/load.ts'
import { toRefusal } from '#api/useApi.ts'
import { columnHead, type SiteConfig } from '#layouts/head.ts'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { useInUse, useIsInUse } from '#layouts/useParts.ts'
import { dayOf } from '#lib/dates.ts'
import type { Part } from '#lib/parts.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Form, Link, useNavigation, useRevalidator, useRouteLoaderData } from '#ui/router/router.tsx'
import type { Route } from './+types/Verify'
import { CertificateSheet } from './CertificateSheet.tsx'
import { FileCheck } from './FileCheck.tsx'
import { Unavailable } from './Unavailable.tsx'

const load = async (api: Api, { query: { number, token, on } }: Address) => {
  const asked = { number, token, on }
  const nothing = { asked, found: null, mend: null, unavailable: null }
  if (!number && !token) return nothing
  try {
    return { ...nothing, found: await api('GET /cert/verify', asked) }
  } catch (error) {
    // The form stays, with what was typed; whatever else is in the way is no answer about the certificate.
    const { code, message } = toRefusal(error)
    const why = code === 400 ? { mend: message } : { unavailable: message }
    return withStatus(code || 503, { ...nothing, ...why })
  }
}
export const loader = withPageStatus(onServer(load))
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
  const { trial } = useRouteLoaderData<SiteConfig>('root')!
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
      {trial && <p className="verify-trial">网站试用中：这里的证书可能是试填的，查到与否都不能作为依据。</p>}
      {/* The answer first; the form for the next one after it. */}
      {sheet}
      {form}
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
  { name: '聘书' },
]

const Kinds = () => (
  <>
    {useInUse(KINDS)
      .map(({ name }) => name)
      .join('、')}
    可以在这里核对真伪与状态；还可以查询过去某一天是否有效。
  </>
)

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

type CertificateQuery = { number?: string; token?: string; on?: string }

/** Number and, if wanted, a day; a code that was scanned stays in the address while the day is changed. */
function VerifyForm({ asked, problem }: { asked: CertificateQuery; problem: string | null }) {
  const busy = useNavigation().state === 'loading'
  return (
    <Form className="verify-form" aria-label="查验一张证书" key={`${asked.number}${asked.on}`}>
      {asked.token && !asked.number ? (
        <input type="hidden" name="token" value={asked.token} />
      ) : (
        <div className="verify-number">
          <label htmlFor="number">证书编号</label>
          <input
            id="number"
            name="number"
            required
            maxLength={60}
            defaultValue={asked.number ?? ''}
            placeholder="如 XH-AB01-A-2025-0012"
            autoComplete="off"
            aria-describedby={problem ? 'verify-problem' : undefined}
            aria-invalid={problem ? true : undefined}
          />
        </div>
      )}
      <div>
        <label htmlFor="on">查询哪一天的状态（可不填）</label>
        <input
          id="on"
          name="on"
          type="date"
          max={dayOf(new Date())}
          defaultValue={asked.on ?? ''}
          suppressHydrationWarning
        />
      </div>
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? '正在查验…' : '查验'}
      </button>
      {asked.token && !asked.number && (
        <p className="verify-other">
          <Link to="/admin/verify">查验另一张证书</Link>
        </p>
      )}
      {problem && (
        <p id="verify-problem" role="alert" className="problem">
          {problem}
        </p>
      )}
    </Form>
  )
}

/** Chinese words without a single digit: no association numbers its certificates so. */
const isName = (text: string) => /^[\p{Script=Han}·•.（）()\s]{2,}$/u.test(text.normalize('NFKC'))

/** Says that the register has no such number or code; must not read as a verdict about a certificate. */
function NotInRegister({ asked }: { asked: string | undefined }) {
  if (asked && isName(asked))
    return (
      <Empty title={`“${asked}”像是名称，不是证书编号`} icon="search">
        <p>凭名称可以在公开的名单里查，已替您填好：</p>
        <ByName name={asked} />
        <p>没有同意公开的个人证书不在名单里，只能凭证书编号或二维码查验。</p>
      </Empty>
    )
  return <NoSuchNumber asked={asked} />
}

const NoSuchNumber = ({ asked }: { asked: string | undefined }) => (
  <Empty title={asked ? `登记库中没有编号为“${asked}”的证书` : '登记库中没有这个二维码对应的证书'} icon="search">
    <p>这不等于证书无效。请核对编号是否输入完整，字母 O 与数字 0、字母 I 与数字 1 容易混淆；</p>
    <p>
      仍查不到的，请致电协会核实，电话见
      <PlaceLink to="contact" otherwise="本页下方">
        联系我们
      </PlaceLink>
      。
    </p>
    {useIsInUse(['qualifications']) && (
      <p>
        这是贵单位早年的能力评价证书？可以<a href="/admin/publicity/qualification/old">补录旧证</a>。
      </p>
    )}
  </Empty>
)

const LISTS: { name: string; at: string; field: string; parts?: readonly Part[] }[] = [
  { name: '按单位查', at: '/admin/publicity/qualification', field: 'orgName', parts: ['qualifications'] },
  { name: '按人员查', at: '/admin/publicity/person', field: 'name', parts: ['personnel'] },
  { name: '查会员单位', at: '/admin/publicity/member', field: 'orgName' },
]

/** The public lists, with the name filled in. */
const ByName = ({ name }: { name?: string }) => (
  <ul role="list" className="by-name">
    {useInUse(LISTS).map(list => (
      <li key={list.at}>
        <Link to={name ? `${list.at}?${new URLSearchParams({ [list.field]: name.trim() })}` : list.at}>
          {list.name}
        </Link>
      </li>
    ))}
  </ul>
)
