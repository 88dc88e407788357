export default function StaffMember() {
  return null
}
