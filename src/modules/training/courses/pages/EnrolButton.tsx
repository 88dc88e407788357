import { useSignedIn } from '#api/useSignedIn.ts'
import { Link } from '#ui/router/router.tsx'
import type { CourseDetail } from '../courseShape.ts'

/** The one way in: members by their centre, everybody else by their phone. */
export function EnrolButton({ course: { id, canEnrol, left, statusName, noun } }: { course: CourseDetail }) {
  const isMember = useSignedIn()
  if (!canEnrol)
    return (
      <button type="button" className="button" disabled>
        {statusName}，不能报名
      </button>
    )
  return (
    <Link
      className="button primary"
      to={isMember ? `/admin/user/training/new/${id}` : `/admin/publicity/training/enrol/${id}`}
    >
      {left > 0 ? `报名${noun}` : '排队候补'}
    </Link>
  )
}
