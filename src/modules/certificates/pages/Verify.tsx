import { data } from 'react-router'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { isRefusal } from '#lib/error.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import type { Route } from './+types/Verify'
import { CertificateSheet } from './CertificateSheet.tsx'
import { VerifyForm } from './VerifyForm.tsx'
import './verify.css'

const load = async (api: Api, { query: { number, token, on } }: Address) => {
  const asked = { number, token, on }
  if (!number && !token) return { asked, found: null, problem: null }
  try {
    return { asked, found: await api('GET /cert/verify', asked), problem: null }
  } catch (error) {
    // The form stays, with what was typed, and says what to mend.
    if (isRefusal(error)) return data({ asked, found: null, problem: error.message }, { status: error.code })
    throw error
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '证书查验', route: '/admin/verify' }]

export const meta = (args: Route.MetaArgs) => {
  const { asked } = args.loaderData ?? {}
  return head(args, {
    name: '证书查验',
    description:
      '输入证书编号或扫描证书上的二维码，查验单位能力评价证书、人员证书和会员证书的全部内容、当前状态和过去某一天的状态。',
    canonical: '/admin/verify',
    hidden: Boolean(asked?.number || asked?.token),
    breadcrumb: [{ name: '首页', route: '/admin/home' }, ...CRUMBS],
    tags: { ColumnName: '证书查验', ColumnType: '服务' },
  })
}

export default function Verify({ loaderData: { asked, found, problem } }: Route.ComponentProps) {
  const hasAsked = Boolean(asked.number || asked.token)
  return (
    <div className="wrap verify">
      <PageHead crumbs={CRUMBS} title="证书查验">
        单位能力评价证书、人员证书、会员证书都可以在这里核对真伪与状态；还可以查询过去某一天是否有效。
      </PageHead>
      <VerifyForm asked={asked} problem={problem} />
      {found && <CertificateSheet certificate={found} />}
      {hasAsked && !found && !problem && <NotInRegister asked={asked.number} />}
      {!hasAsked && <HowTo />}
    </div>
  )
}

const NotInRegister = ({ asked }: { asked: string | undefined }) => (
  <Empty title={asked ? `登记库中没有编号为“${asked}”的证书` : '登记库中没有这个二维码对应的证书'} icon="search">
    <p>这不等于证书无效。请核对编号是否输入完整，字母 O 与数字 0、字母 I 与数字 1 容易混淆；</p>
    <p>
      仍查不到的，请致电协会评价部或培训部核实，电话见<a href="/admin/news/info/35">联系我们</a>。
    </p>
  </Empty>
)

const HowTo = () => (
  <ol role="list" className="how-grid">
    <li>
      <b>输入编号</b>
      编号印在证书正面，不分大小写，横线和空格可以省略，全角字符也能识别。
    </li>
    <li>
      <b>扫描二维码</b>
      用手机扫描证书上的二维码，直接打开这张证书的查验结果。
    </li>
    <li>
      <b>选择日期</b>
      投标、检查需要核对“当时是否有效”的，填写那一天的日期再查。
    </li>
  </ol>
)
