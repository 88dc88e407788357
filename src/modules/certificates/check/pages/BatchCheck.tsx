import { type Address, type Api, inBrowser, onServer, sentWithStatus, withStatus } from '#api/load.ts'
import { refusalOf } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { numbersIn } from '../batch.ts'
import type { Route } from './+types/BatchCheck'
import { BatchForm } from './BatchForm.tsx'
import { BatchResults } from './BatchResults.tsx'
import { ForPrograms } from './ForPrograms.tsx'
import { Unavailable } from './Unavailable.tsx'
import { useBatch } from './useBatch.ts'
import './batchCheck.css'

/** Numbers in the address are only there where no program of ours runs in the browser. */
const load = async (api: Api, { query: { numbers, on } }: Address) => {
  const asked = { pasted: String(numbers ?? ''), on }
  const nothing = { asked, found: undefined, mend: undefined, unavailable: undefined }
  if (!asked.pasted) return nothing
  try {
    return { ...nothing, found: await api('POST /cert/verify/batch', { numbers: numbersIn(asked.pasted), on }) }
  } catch (error) {
    const { code, message } = refusalOf(error)
    return withStatus(code || 503, {
      ...nothing,
      ...(code === 400 ? { mend: message } : { unavailable: message }),
    })
  }
}
export const loader = sentWithStatus(onServer(load))
export const clientLoader = inBrowser(load)

const CRUMBS = [
  { name: '证书查验', route: '/admin/verify' },
  { name: '批量查验', route: '/admin/verify/batch' },
]

export const meta = (args: Route.MetaArgs) =>
  head(args, {
    name: '批量查验证书',
    description:
      '招标、检查时一次核对多张证书：粘贴或上传证书编号，查询今天或过去某一天的状态，结果可存为 Excel，无需登录。',
    canonical: '/admin/verify/batch',
    hidden: Boolean(args.loaderData?.asked.pasted),
    breadcrumb: [{ name: '首页', route: '/admin/home' }, ...CRUMBS],
    tags: { ColumnName: '批量查验证书', ColumnType: '服务' },
  })

export default function BatchCheck({ loaderData }: Route.ComponentProps) {
  const batch = useBatch(loaderData)
  const { found, mend, unavailable, again } = batch
  return (
    <div className="wrap">
      <PageHead crumbs={CRUMBS} title="批量查验证书">
        招标、检查时一次核对多张证书，今天或过去某一天，无需登录。每次查验都会记入证书持有者可见的查验记录。
      </PageHead>
      <BatchForm asked={loaderData.asked} problem={mend} {...batch} />
      {unavailable && <Unavailable message={unavailable} retry={again} />}
      {found && <BatchResults key={found.receipt} of={found} />}
      <ForPrograms />
    </div>
  )
}
