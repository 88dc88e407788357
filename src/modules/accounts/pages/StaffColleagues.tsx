export default function StaffColleagues() {
  return null
}
