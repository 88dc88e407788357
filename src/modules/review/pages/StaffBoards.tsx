export default function StaffBoards() {
  return null
}
