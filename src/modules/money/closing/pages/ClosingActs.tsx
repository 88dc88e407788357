import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import type { Day } from './closingViews.ts'

type Props = { of: Day; changed: () => void }

/** Buttons to close, reopen, print and export a day. */
export function ClosingActs({ of, changed }: Props) {
  const [asking, ask] = useState<'close' | 'reopen'>()
  const mayClose = useMay('staff:finance')
  const asked = { of, changed, close: () => ask(undefined) }
  return (
    <div className="closing-acts">
      {mayClose && of.close && <Button onClick={() => ask('reopen')}>重新打开</Button>}
      {mayClose && !of.close && (
        <Button type="primary" disabled={of.problem !== ''} title={of.problem} onClick={() => ask('close')}>
          日结
        </Button>
      )}
      <Button onClick={() => print()}>打印</Button>
      <SaveButton save={() => saveFile('GET /staff/closing/export', { day: of.day })}>导出</SaveButton>
      <Link className="ant-btn ant-btn-default" to="/staff/closing/list">
        历次日结
      </Link>
      {asking === 'close' && <CloseDay {...asked} />}
      {asking === 'reopen' && <Reopen {...asked} />}
    </div>
  )
}

type DayDialogProps = Props & { close: () => void }

function CloseDay({ of, changed, close }: DayDialogProps) {
  const send = async () => {
    const { number } = await browserApi('POST /staff/closing/close', { day: of.day, version: of.version }).catch(
      error => reloadOnConflict(error, changed),
    )
    announce(`${of.day} 已日结，第 ${number} 号`)
    changed()
  }
  const left = of.claims.total + of.bankLines.total
  const intro = (
    <>
      <p>
        收款 {formatYuan(of.all.received)} 元，退款 {formatYuan(of.all.refunded)} 元，净额 {formatYuan(of.all.net)}{' '}
        元，共 {of.all.count} 笔。
      </p>
      {left > 0 && <p>还有 {left} 笔未了事项；以后确认的，在下一次日结中补记。</p>}
      <p>日结后合计与明细不再变动。</p>
    </>
  )
  return <FormDialog title={`日结 ${of.day}`} intro={intro} action="日结" send={send} close={close} />
}

const closingReason = reasonField('记入日结与审计日志，复核的同事会看到')

function Reopen({ of, changed, close }: DayDialogProps) {
  const send = async ({ reason }: FormValues) => {
    try {
      await browserApi('POST /staff/closing/reopen', { id: of.close!.id, reason: String(reason ?? '') })
      announce('已重新打开')
    } catch (error) {
      if (!isRefusal(error) || error.code !== AWAITING_APPROVAL) return reloadOnConflict(error, changed)
      announce(error.message)
    }
    changed()
  }
  return (
    <FormDialog
      title={`重新打开第 ${of.close!.number} 号日结`}
      fields={[closingReason]}
      intro={<p>须由另一位有财务权限的同事复核。原来的日结保留在历次日结中，不再计数；这一天须再次日结。</p>}
      action="提交复核"
      send={send}
      close={close}
    />
  )
}
