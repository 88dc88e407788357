export default function StaffMembers() {
  return null
}
