export default function StaffColleague() {
  return null
}
