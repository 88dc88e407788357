import { Button } from 'antd'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { costWords } from '#modules/messages/sms.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import type { RunParts } from './StaffRun.tsx'

/** 准考证: numbers given out, applicants told, all of it as one document. */
export function RunTickets({ of, changed }: RunParts) {
  const { submit, busy, error } = useSubmit('POST /staff/training/tickets/make')
  const { confirmed, ticketed } = of.figures
  const reach = useApi('GET /staff/training/tickets/preview', { courseId: of.id })
  const make = async () => {
    const made = await submit({ courseId: of.id, expected: reach.data?.people ?? 0 })
    reach.reload()
    if (!made) return
    announce(made.made > 0 ? `已生成 ${made.made} 张准考证，通知了 ${made.told} 份报名` : '没有需要生成的准考证')
    changed()
  }
  return (
    <section className="desk-card">
      <h2>准考证</h2>
      {confirmed === 0 ? (
        <p>还没有报名已确认的人。报名确认后，在这里生成准考证号和二维码。</p>
      ) : ticketed < confirmed ? (
        <p>
          {`报名已确认 ${confirmed} 人，其中 ${confirmed - ticketed} 人还没有准考证。生成时按确认的先后连续编号，已有的号码不变；首次生成后，报名人会收到消息和短信，可自行下载。`}
        </p>
      ) : (
        <p>{`${confirmed} 人都有准考证，报名人自 ${minute(of.ticketsAt!)} 起可自行下载。以后确认的人，再次生成即可接着编号。`}</p>
      )}
      {ticketed < confirmed && reach.data && (
        <p role="status">
          {`现在生成：给 ${reach.data.people} 人编号，通知 ${reach.data.registrations} 份报名，其中站内消息 ${reach.data.messages} 份、短信 ${reach.data.texts} 份（按短信计 ${reach.data.smsParts} 条${costWords(reach.data.smsParts, reach.data.textPrice)}）。`}
        </p>
      )}
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        {ticketed < confirmed && (
          <Button type="primary" loading={busy} disabled={!reach.data} onClick={() => void make()}>
            {ticketed === 0 ? '生成准考证并通知' : `生成其余 ${confirmed - ticketed} 张并通知`}
          </Button>
        )}
        {ticketed > 0 && (
          <SaveButton save={() => saveFile('GET /staff/training/tickets/file', { courseId: of.id })}>
            {`下载全班准考证（${ticketed} 张，PDF）`}
          </SaveButton>
        )}
      </div>
      {ticketed > 0 && <p className="run-note">每页 A4 纸印两张，沿虚线裁开。座位有变动的，请重新下载打印。</p>}
    </section>
  )
}
