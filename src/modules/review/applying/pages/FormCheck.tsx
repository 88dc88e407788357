import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { shortDay } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/FormCheck'

const load = async (api: Api, { query: { token } }: Address) => ({
  form: token ? await api('GET /app/publicity/form/check', { token }) : null,
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '申请表核对', route: null }]

export const meta = (args: Route.MetaArgs) => head(args, { name: '申请表核对', hidden: true })

/** Target of the QR code on a printed application form. */
export default function FormCheck({ loaderData: { form } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHead crumbs={CRUMBS} title="申请表核对">
        核对手中的纸质申请表是哪份申请的哪一版，打印之后内容是否改过。
      </PageHead>
      {form ? (
        <Table
          caption="申请表"
          columns={[
            { name: '申请', cell: () => `${form.kindName} ${form.number}` },
            { name: '申请人', cell: () => form.title },
            { name: '版本', cell: () => `第 ${form.revision} 版`, nowrap: true },
            { name: '打印日期', cell: () => shortDay(form.printedAt), nowrap: true },
            {
              name: '核对结果',
              cell: () =>
                form.isCurrent ? (
                  <Tag tone="good">与现在的内容一致</Tag>
                ) : (
                  <Tag tone="warn">打印后已修改，请重新打印</Tag>
                ),
            },
          ]}
          rows={[form]}
          keyOf={({ number }) => number}
        />
      ) : (
        <Empty title="没有这份申请表" icon="search">
          <p>请扫描申请表上完整、清晰的二维码；仍无法核对的，请与协会联系。</p>
        </Empty>
      )}
    </div>
  )
}
