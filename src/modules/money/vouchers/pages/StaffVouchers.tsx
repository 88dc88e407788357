import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { formatYuan } from '#lib/money.ts'
import { dayPath, monthsUpTo } from '#modules/money/closing/pages/closingViews.ts'
import { Facts } from '#ui/Facts.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import { formatNames, voucherFormats } from '../voucherForm.ts'
import type { Route } from './+types/StaffVouchers'
import '#modules/money/closing/pages/closing.css'

export { staffVouchers as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { query }) => {
  const month = query.get('month') || undefined
  const [vouchers, settings] = await Promise.all([
    api('GET /staff/voucher/list', { month }),
    api('GET /staff/voucher/settings', {}),
  ])
  return { vouchers, settings }
})

type Vouchers = Output<ApiContract['GET /staff/voucher/list']>
type Voucher = Vouchers['vouchers'][number]
type Row = Voucher['lines'][number] & { key: string; voucher: Voucher; isFirst: boolean }

/** 记账凭证: what the closes of a month become in the books, for 用友 and 金蝶 to take in. */
export default function StaffVouchers({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.vouchers)
  const { month, vouchers, total, debit, credit, unclosed } = answer.data
  const rows = vouchers.flatMap(voucher =>
    voucher.lines.map(
      (line, at): Row => ({
        summary: line.summary,
        code: line.code,
        name: line.name,
        debit: line.debit,
        credit: line.credit,
        key: `${voucher.number} ${at}`,
        voucher,
        isFirst: at === 0,
      }),
    ),
  )
  return (
    <>
      <section className="desk-card">
        <div className="closing-head">
          <h2>{month} 的记账凭证</h2>
          <ListFilterField name="month" label="月份" options={monthsUpTo(dayOf(new Date()))} always={month} />
          <div className="closing-acts">
            {voucherFormats.map(format => (
              <SaveButton key={format} save={() => saveFile('GET /staff/voucher/export', { month, format })}>
                导出{formatNames[format]}
              </SaveButton>
            ))}
          </div>
        </div>
        <p>
          凭证取自日结，共 {total} 张，借方 {formatYuan(debit)} 元，贷方 {formatYuan(credit)}{' '}
          元；退款和冲回为红字（负数）。
          {unclosed > 0 && (
            <>
              有收付而未日结的 {unclosed} 天不在其中，见<Link to={`/staff/month-report?month=${month}`}>会计月报</Link>
              。
            </>
          )}
        </p>
        <DataTable<Row>
          caption="记账凭证"
          answer={{ ...answer, data: rows }}
          keyOf={row => row.key}
          empty={{ title: '这个月还没有日结', children: <p>办理日结后，凭证列在这里。</p> }}
          columns={[
            {
              name: '凭证',
              nowrap: true,
              cell: ({ voucher, isFirst }) => (
                <>
                  {voucher.number} 号 {isFirst && <Link to={dayPath(voucher.day)}>{voucher.day}</Link>}
                </>
              ),
            },
            { name: '摘要', cell: row => row.summary },
            { name: '科目', nowrap: true, cell: row => `${row.code} ${row.name}` },
            { name: '借方（元）', isFigure: true, cell: row => <Figure amount={row.debit} /> },
            { name: '贷方（元）', isFigure: true, cell: row => <Figure amount={row.credit} /> },
          ]}
        />
        {total > vouchers.length && <p>这里列出前 {vouchers.length} 张，导出的文件含全部。</p>}
      </section>
      <Settings loaded={loaderData.settings} />
    </>
  )
}

const Figure = ({ amount }: { amount: number }) => (amount ? formatYuan(amount) : '')

/** Settings of vouchers: voucher word and subjects. */
function Settings({ loaded }: { loaded: Output<ApiContract['GET /staff/voucher/settings']> }) {
  const { data, reload } = useLoaded(loaded)
  const { fields, values, version } = data
  const [isEdited, edit] = useState(false)
  const mayEdit = useMay('staff:finance')
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>科目与凭证字</h2>
        {mayEdit && !isEdited && <Button onClick={() => edit(true)}>修改</Button>}
      </div>
      {isEdited ? (
        <RecordForm
          fields={fields}
          values={values}
          version={version}
          save={async (form, seen = '') => {
            await browserApi('POST /staff/voucher/settings', { version: seen, form })
            announce('科目与凭证字已保存')
            edit(false)
            reload()
          }}
          reload={reload}
          onCancel={() => edit(false)}
        />
      ) : (
        <Facts facts={fields.map(field => [field.label, fieldText(field, values[field.name] ?? null)])} />
      )}
    </section>
  )
}
