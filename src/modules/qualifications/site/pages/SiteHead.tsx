import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { refused } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { longDay } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { SiteParts, SiteReview } from './StaffSiteReview.tsx'
import { siteTones } from './StaffSiteReviews.tsx'

/** Who is looked at, for what, when and where; and the papers. */
export function SiteHead({ of, changed, plan }: SiteParts & { plan?: () => void }) {
  const mayAct = useMay('staff:review')
  const [rejecting, reject] = useState(false)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}</h2>
        <Tag tone={siteTones[of.stage]}>{of.statusName}</Tag>
      </div>
      <Facts
        facts={[
          ['申请', [of.typeName, of.kindName, of.levelName].filter(Boolean).join('　')],
          [
            '申请编号',
            <Link key="case" to={`/staff/review/${of.id}`}>
              {of.number}
            </Link>,
          ],
          ['统一社会信用代码', of.applicant.creditCode],
          ['评审日期', of.plannedOn && `${longDay(of.plannedOn)}${of.days > 1 ? `起 ${of.days} 天` : ''}`],
          ['评审地点', of.place],
          ['观察员', of.observer],
          ['请申请人准备', of.note],
          ['整改期限', of.dueOn && longDay(of.dueOn)],
          ['应办理到', of.deadline && <Deadline of={of} />],
        ]}
      />
      <div className="form-actions">
        {of.plannedOn && (
          <SaveButton save={() => saveFile('GET /staff/qualification/site/sheet', { id: of.id })}>
            {of.recordedAt ? '评审记录 PDF' : '打印空白评审记录'}
          </SaveButton>
        )}
        {plan && <Button onClick={plan}>重新安排</Button>}
        {mayAct && /^(awaitingSite|onSite|verifying)$/.test(of.stage) && (
          <Button danger onClick={() => reject(true)}>
            终止评审
          </Button>
        )}
      </div>
      {rejecting && <Reject of={of} changed={changed} close={() => reject(false)} />}
    </section>
  )
}

const Deadline = ({ of: { deadline, overdue } }: { of: SiteReview }) =>
  overdue ? <Tag tone="bad">{`${deadline}，已超期`}</Tag> : deadline

function Reject({ of: { id, version }, changed, close }: SiteParts & { close: () => void }) {
  const send = async ({ reason }: Record<string, unknown>) => {
    const given = { id, version, reason: String(reason ?? '') }
    await browserApi('POST /staff/qualification/site/reject', given).catch(error => refused(error, changed))
    announce('已终止评审，申请不予通过')
    changed()
  }
  return (
    <FormDialog
      title="终止评审，申请不予通过？"
      intro={<p>用于申请人拒绝接受评审、整改无效等情形。申请就此终止，申请人会收到短信和理由。</p>}
      fields={[{ name: 'reason', label: '理由', kind: 'paragraph', section: '', required: true, max: 500 }]}
      action="不予通过"
      danger
      send={send}
      close={close}
    />
  )
}
