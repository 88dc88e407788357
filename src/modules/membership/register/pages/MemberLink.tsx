import { Link } from '#ui/router/router.tsx'

/** A company's name, which leads to its page where the register of members has one. */
export const MemberLink = ({ name, id }: { name: string; id: number | null }) =>
  id === null ? name : <Link to={`/admin/publicity/member/${id}`}>{name}</Link>
