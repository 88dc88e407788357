import { dialled, shownPhone } from '#lib/form/phone.ts'
import type { Enrolment } from './enrolmentCalls.ts'

/** How it goes, also for who cannot fill it in here. */
export const EnrolSteps = ({ course }: { course: Pick<Enrolment['training'], 'contactName' | 'contactPhone'> }) => (
  <div className="enrol-how">
    <h2>怎样报名</h2>
    <ol>
      <li>用短信验证码验证联系人手机。</li>
      <li>填写单位、参训人员和发票信息，一份报名可以有多人。</li>
      <li>记下报名编号和查询码，等待审核。</li>
      <li>按通知汇款，凭编号和查询码上传凭证。</li>
      <li>开班前下载准考证，凭有效证件报到。</li>
    </ol>
    {course.contactPhone && (
      <p>
        不便在网上填写的，可以电话报名：
        <a href={dialled(course.contactPhone)}>{shownPhone(course.contactPhone)}</a>
        {course.contactName && `（${course.contactName}）`}
      </p>
    )}
  </div>
)
