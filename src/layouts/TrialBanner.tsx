import { Link } from '#ui/router/router.tsx'
import './trialBanner.css'

/** 试用: one line on every page, so that nobody takes what is tried for what is meant. */
export const TrialBanner = ({ isStaff = false }: { isStaff?: boolean }) => (
  <p className="trial-banner">
    {isStaff ? (
      <>
        试用中：消息不外发，<Link to="/staff/go-live">正式上线</Link>时清除试用记录
      </>
    ) : (
      '网站试用中：所载信息不对外生效'
    )}
  </p>
)
