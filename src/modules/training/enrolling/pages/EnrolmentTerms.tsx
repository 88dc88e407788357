import { longDay, minute } from '#lib/dates.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { passName } from '../../kinds/eventWords.ts'
import { refundLines } from '../../refundRule.ts'
import type { Enrolment } from './enrolmentCalls.ts'

export const EnrolmentTerms = ({
  of: { feeNote, refundRule, refundSteps, applyDeadline, checkInDate, startDate, hasExam, asksNumber, words, hours },
}: {
  of: Enrolment['training']
}) => (
  <div className="enrol-terms">
    <b>报名须知</b>
    <ul>
      <li>
        报名截止 <time>{minute(applyDeadline)}</time>
        ；名额报满后提交的自动候补，有空缺时按提交先后通知，请在期限内确认。
      </li>
      <li>{asksNumber && '同一证件号码只能报名一次。'}协会审核后通知缴费，请在期限内汇款并上传凭证，逾期名额释放。</li>
      <li>
        {keepTogether(
          `请凭${[(hasExam || !asksNumber) && passName({ hasExam, words }), asksNumber && '本人有效证件'].filter(Boolean).join('和')}于 ${longDay(checkInDate ?? startDate)} 报到。`,
        )}
      </li>
      {feeNote && <li>费用说明：{feeNote}</li>}
      {(refundRule || refundSteps.length > 0) && (
        <li>退费规定：{keepTogether([refundRule, refundLines(refundSteps).join('；')].filter(Boolean).join('\n'))}</li>
      )}
      <li>所填个人信息只用于本次{hasExam || hours > 0 ? '培训、考核和发证' : '活动'}，证件号码和手机加密保存。</li>
    </ul>
  </div>
)
