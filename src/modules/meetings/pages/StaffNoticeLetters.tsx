import './minutes.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffNoticeLetters'

export { staffNoticeLetters as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  return { id, of: await api('GET /staff/meeting/letters', { id }) }
})

type Letters = Output<ApiContract['GET /staff/meeting/letters']>
type Letter = Letters['list'][number]

/** 通知信函: seats that no message reaches, with the letter that goes to each and the day on which it was sent. */
export default function StaffNoticeLetters({ loaderData: { id, of } }: Route.ComponentProps) {
  useScreenName(`${of.title}　通知信函`)
  const { revalidate } = useRevalidator()
  const changed = () => void revalidate()
  const [isDispatching, dispatch] = useState(false)
  const printed = of.list.filter(({ printedAt }) => printedAt)
  const waiting = printed.filter(({ dispatchedOn }) => !dispatchedOn)
  const ready = of.list.filter(({ printedAt, address }) => !printedAt && address)
  const print = async () => {
    const letters = ready.map(({ seatId }) => ({ seatId }))
    const { printed } = await browserApi('POST /staff/meeting/letters/print', { id, letters })
    announce(`已准备 ${printed} 封信函，请下载打印`)
    changed()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}　通知信函</h2>
        <Link to={`/staff/meetings/${id}`}>回到会议</Link>
      </div>
      <p>
        手机和邮箱都没有的席位收不到站内以外的通知，以信函通知：一席一页，折叠后地址在开窗信封的窗口里，下面附回执。通知的天数从寄出之日算起。
      </p>
      <Facts
        facts={[
          ['会议日期', of.meetsOn],
          ['最迟寄出', of.sendBy && `${of.sendBy}（规则要求提前 ${of.noticeDays} 天；更晚的须写明理由）`],
          [
            '信函',
            `须寄 ${of.list.length} 封，已准备 ${printed.length} 封，已寄出 ${printed.length - waiting.length} 封`,
          ],
        ]}
      />
      <div className="form-actions">
        {of.isOpen && ready.length > 0 && (
          <Button type="primary" onClick={() => void print()}>
            准备 {ready.length} 封信函
          </Button>
        )}
        {printed.length > 0 && (
          <>
            <SaveButton save={() => saveFile('GET /staff/meeting/letters/file', { id })}>信函 PDF</SaveButton>
            <SaveButton save={() => saveFile('GET /staff/meeting/letters/export', { id })}>收件清单</SaveButton>
          </>
        )}
        {of.isOpen && waiting.length > 0 && (
          <Button onClick={() => dispatch(true)}>登记 {waiting.length} 封已寄出</Button>
        )}
      </div>
      {of.list.length === 0 ? (
        <Empty title="没有须以信函通知的席位">
          <p>发出会议通知后，手机和邮箱都没有的席位列在这里。</p>
        </Empty>
      ) : (
        <Table
          caption="通知信函"
          rows={of.list}
          keyOf={({ seatId }) => seatId}
          columns={[
            { name: '席位', cell: ({ name }) => name },
            {
              name: '地址',
              cell: one => (
                <>
                  {one.address ? `${one.postcode} ${one.address}`.trim() : <Tag tone="warn">没有地址</Tag>}{' '}
                  {of.isOpen && !one.dispatchedOn && (
                    <ActButton act={addressAct(id)} of={one} called={one.name} reload={changed} size="small" />
                  )}
                </>
              ),
            },
            { name: '准备', nowrap: true, cell: ({ printedAt }) => (printedAt ? minute(printedAt) : '—') },
            {
              name: '寄出',
              cell: one =>
                one.dispatchedOn ? (
                  <>
                    {[one.dispatchedOn, one.dispatchNote].filter(Boolean).join('　')}
                    {one.lateReason && <span className="cell-note">不足规定天数：{one.lateReason}</span>}{' '}
                    {of.isOpen && (
                      <ActButton act={recallAct} of={one} called={one.name} reload={changed} size="small" />
                    )}
                  </>
                ) : (
                  '—'
                ),
            },
          ]}
        />
      )}
      {isDispatching && <Dispatch of={of} waiting={waiting} changed={changed} close={() => dispatch(false)} />}
    </section>
  )
}

const addressAct = (id: number) =>
  defineAct<Letter>()({
    name: '填写地址',
    confirm: '只用于这封信函；要长期使用的，请改单位档案。',
    fields: [
      { name: 'postcode', label: '邮政编码', section: '', kind: 'text', max: 10 },
      { name: 'address', label: '地址', section: '', kind: 'text', required: true, max: 200 },
    ],
    initial: ({ postcode, address }) => ({ postcode, address }),
    call: 'POST /staff/meeting/letters/print',
    input: ({ seatId }, { postcode, address }) => ({
      id,
      letters: [{ seatId, postcode: String(postcode ?? ''), address: String(address ?? '') }],
    }),
    done: '信函已按这个地址准备。',
  })

const recallAct = defineAct<Letter>()({
  name: '撤回登记',
  confirm: '寄出日期和单号删去，可以重新登记。',
  call: 'POST /staff/meeting/letters/recall',
  input: ({ seatId }) => ({ seatIds: [seatId] }),
  done: '已撤回。',
})

type DispatchProps = { of: Letters; waiting: readonly Letter[]; changed: () => void; close: () => void }

function Dispatch({ of, waiting, changed, close }: DispatchProps) {
  return (
    <FormDialog
      title={`登记 ${waiting.length} 封信函已寄出`}
      intro={<p>通知的天数从寄出之日算起；登错的可以撤回。</p>}
      fields={values => [
        { name: 'dispatchedOn', label: '寄出日期', section: '', kind: 'day', required: true },
        { name: 'note', label: '单号', section: '', kind: 'text', max: 100, hint: '例如挂号的号段' },
        ...(of.sendBy && String(values.dispatchedOn ?? '') > of.sendBy
          ? [
              {
                name: 'lateReason',
                label: '不足规定天数的理由',
                section: '',
                kind: 'paragraph',
                required: true,
                max: 200,
              } as const,
            ]
          : []),
      ]}
      initial={{ dispatchedOn: dayOf(new Date()) }}
      action="登记"
      send={async ({ dispatchedOn, note, lateReason }) => {
        const { dispatched } = await browserApi('POST /staff/meeting/letters/dispatch', {
          seatIds: waiting.map(({ seatId }) => seatId),
          dispatchedOn: String(dispatchedOn ?? ''),
          note: String(note ?? ''),
          lateReason: String(lateReason ?? ''),
        })
        announce(`已登记 ${dispatched} 封`)
        changed()
      }}
      close={close}
    />
  )
}
