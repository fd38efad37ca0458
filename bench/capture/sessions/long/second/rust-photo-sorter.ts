import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/otto/rs/shoebox";

/** A Rust command line tool that sorts photographs, by someone who thinks aloud at length; most thoughts go nowhere. */
const session: LabelledSession = labelled({
  name: "rust-photo-sorter",
  project: P,
  talk: (t) => {
    t.prompt(
      "So shoebox currently moves photos into YYYY/MM by file mtime which was fine for me but my sister ran it on a folder she'd copied off an old laptop and everything landed in 2026/02, obviously, because mtime was the copy. I suppose it ought to read EXIF. Or maybe ask exiftool? But then it's a dependency, and half the charm is that it's one binary. What do you think, and don't write code yet.",
    )
      .read(
        `${P}/src/main.rs`,
        "fn date_of(path: &Path) -> Result<Date> {\n    let meta = fs::metadata(path)?;\n    Ok(meta.modified()?.into())\n}",
      )
      .said(
        "Two crates are worth a look:\n\n- **kamadak-exif**: pure Rust, read only, JPEG/HEIF/TIFF/PNG\n- **rexiv2**: bindings to libexiv2, more formats, but a C++ library to link\n\nGiven the single binary I'd take the first.",
      )
      .prompt(
        "Yes the first. Although hm, she has a Canon, so CR3 raw files, does that do CR3? Probably not. Then again nobody sorts raws with my silly tool. Well, she does, now. Let me think. A CR3 is basically an mp4 container isn't it.",
      )
      .said(
        "CR3 is ISO BMFF, like HEIF, with the EXIF in a Canon-specific `CMT1` box. kamadak-exif doesn't look there, so it would report no EXIF.",
      )
      .prompt(
        "OK here's what I want: EXIF where we can, else a date in the file name (IMG_20190412_… and the WhatsApp ones), else mtime. And if it's only mtime, put it in a folder called undated instead of pretending to know. No raws. If she wants raws she can buy Lightroom.",
      )
      .said("I'll implement that as a chain of three sources that returns where the date came from.")
      .ran("cargo add kamadak-exif", "      Adding kamadak-exif v0.6.1 to dependencies")
      .wrote(
        `${P}/src/dated.rs`,
        "pub enum Source { Exif, Name, Modified }\npub fn dated(path: &Path) -> Result<(Date, Source)> { todo!() }",
      )
      .wrote(
        `${P}/src/name.rs`,
        'static CAMERA: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(\\d{4})(\\d{2})(\\d{2})_\\d{6}").unwrap());',
      )
      .edited(
        `${P}/src/main.rs`,
        "fn date_of(path: &Path) -> Result<Date> {",
        "mod dated;\nmod name;\nfn target(path: &Path) -> Result<PathBuf> {",
      )
      .ran(
        "cargo test",
        "error[E0502]: cannot borrow `*self` as mutable because it is also borrowed as immutable\n  --> src/main.rs:88:9\n   |\n86 |     for p in self.paths.iter() {\n   |              ----------------- immutable borrow occurs here\n88 |         self.place(p)?;\n   |         ^^^^^^^^^^^^^ mutable borrow occurs here",
        101,
      )
      .edited(
        `${P}/src/main.rs`,
        "for p in self.paths.iter() {",
        "for p in std::mem::take(&mut self.paths) {",
      )
      .ran(
        "cargo test",
        "running 19 tests\ntest result: ok. 19 passed; 0 failed; 0 ignored; finished in 0.04s",
      )
      .said("The three sources are in, with 19 tests passing.")
      .prompt(
        "Ran it on her folder. 11,204 files, 40 seconds, nice. But the WhatsApp ones are all off by... wait. No. They're right, I misread. What about the ones from New Year's Eve though? 2019-12-31 23:58 ended in 2020/01.",
      )
      .ran(
        "exiftool -time:all -a -G0:1 ~/sis/IMG_4410.JPG",
        "[EXIF:ExifIFD]  Date/Time Original              : 2019:12:31 23:58:07\n[EXIF:ExifIFD]  Offset Time Original            : -03:00",
      )
      .read(`${P}/src/dated.rs`, "let at = OffsetDateTime::parse(&s, FORMAT)?.to_offset(UtcOffset::UTC);")
      .said(
        "She was in UTC−3 and I convert to UTC before taking the year and month, which moves the evening into the next day. A photo belongs in the month on the wall clock where it was taken, so the offset has to be ignored altogether.",
      )
      .edited(
        `${P}/src/dated.rs`,
        "OffsetDateTime::parse(&s, FORMAT)?.to_offset(UtcOffset::UTC)",
        "PrimitiveDateTime::parse(&s, FORMAT)?",
      )
      .ran("cargo test", "test result: ok. 20 passed; 0 failed")
      .said("`dated.rs` now keeps the wall clock; a test has the photo from New Year's Eve.")
      .prompt("Yes! Buenos Aires, that was the trip. Good.")
      .prompt(
        "Next: duplicates. She's got the same picture four times. I could hash everything, but hashing 60 GB over USB 2 is no joy. Size first, then hash of the first 64k, then everything? Or just blake3 the lot and go make coffee? I like coffee.",
      )
      .said(
        "Size first costs nothing and leaves perhaps a tenth of the files. With a drive at 30 MB/s the whole lot takes 35 minutes, by size first about 4.",
      )
      .prompt(
        "Size first then, and then the full hash, skip the 64k thing, it's one stage too clever for me to maintain.",
      )
      .wrote(
        `${P}/src/duplicates.rs`,
        "pub fn groups(paths: &[PathBuf]) -> Vec<Vec<PathBuf>> { by_size(paths).into_iter().flat_map(by_hash).collect() }",
      )
      .ran("cargo add blake3 --features rayon,mmap", "      Adding blake3 v1.5.5 to dependencies")
      .ran("cargo test", "test result: ok. 26 passed; 0 failed")
      .said(
        "Duplicates are found by size and then by BLAKE3. What should happen with them? I'd delete all but the oldest, after asking.",
      )
      .prompt(
        "Delete?! No. This tool never deletes anything, that's the one promise in the README. Put them under duplicates/ and let people look for themselves.",
      )
      .edited(
        `${P}/src/main.rs`,
        "fs::remove_file(&extra)?",
        'fs::rename(&extra, root.join("duplicates").join(name))?',
      )
      .said("They're moved to `duplicates/` now.")
      .ran(
        "cargo run --release -- ~/sis --into /mnt/stick/photos",
        "Error: moving /home/otto/sis/IMG_0001.JPG\n\nCaused by:\n    Invalid cross-device link (os error 18)",
        1,
      )
      .said(
        "`rename` can't cross file systems, and the stick is another one. I'll fall back to copy, sync and then remove the original, and only remove it once the copy has the same hash.",
      )
      .edited(
        `${P}/src/place.rs`,
        "fs::rename(from, to)",
        "fs::rename(from, to).or_else(|e| copy_across(e, from, to))",
      )
      .ran(
        "cargo run --release -- ~/sis --into /mnt/stick/photos",
        "11204 photos: 10880 placed, 212 undated, 112 duplicates",
      )
      .prompt(
        "Lovely. Hm, should I call it 1.0? I've had people on the forum asking. On the other hand I still haven't decided about --dry-run being default. If it was default I'd sleep better. If it was default everyone would complain. I don't know. Leave it, I'll ponder it on the train.",
      )
      .said("Nothing changed there.")
      .prompt("How would I make a binary for her Mac? She has one of the M ones. I'm on Linux, obviously.")
      .ran(
        "cargo build --release --target aarch64-apple-darwin",
        "error: linking with `cc` failed: exit status: 1\n  = note: cc: error: unrecognized command-line option '-arch'",
        101,
      )
      .ran(
        "cargo zigbuild --release --target aarch64-apple-darwin",
        "   Compiling shoebox v0.9.0\n    Finished `release` profile [optimized] target(s) in 38.90s",
      )
      .said(
        "`cargo zigbuild` links it without an Apple SDK; the binary is in `target/aarch64-apple-darwin/release`.",
      )
      .prompt("Wonderful, zig to the rescue. Does she need to do the right-click-open dance?")
      .said("Yes, since it isn't signed. Or `xattr -d com.apple.quarantine shoebox` once.")
      .prompt("I'll tell her on the phone, that'll be an hour. Commit, please.")
      .ran(
        "git add -A && git commit -m 'Dates from EXIF and names; duplicates'",
        "[main b80cc1e] Dates from EXIF and names; duplicates\n 7 files changed, 611 insertions(+), 48 deletions(-)",
      )
      .said(
        "Committed. shoebox dates photos from EXIF, then the name, then puts them under `undated`; it finds duplicates and moves across drives.",
      );
  },
  keep: [
    { kind: "decision", words: ["EXIF where we can"] },
    { kind: "fix", words: ["convert to UTC before taking", "dated.rs"] },
    { kind: "decision", words: ["Size first then", "full hash"] },
    {
      kind: ["correction", "preference"],
      type: "semantic",
      words: ["never deletes anything"],
    },
    { kind: "fix", words: ["cross-device link|can't cross file systems", "place.rs|copy"] },
    {
      kind: "command",
      type: "procedural",
      words: ["cargo zigbuild --release --target aarch64-apple-darwin"],
    },
    { kind: "outcome", words: ["dates photos from EXIF|dated.rs"] },
  ],
  may: [
    { kind: "decision", words: ["the first", "single binary"] },
    { kind: ["decision", "intention"], words: ["No raws"] },
    { kind: "decision", words: ["undated"] },
    { kind: "learning", words: ["CMT1"] },
    { kind: ["intention"], words: ["ponder it on the train|--dry-run being default"] },
    { kind: ["learning", "decision"], words: ["wall clock"] },
    { kind: ["decision"], words: ["Yes the first"] },
    { kind: "learning", words: ["com.apple.quarantine"] },
  ],
  never: [
    "WhatsApp ones are all off",
    "buy Lightroom",
    "I like coffee",
    "delete all but the oldest",
    "Buenos Aires",
    "E0502",
  ],
});

export default session;
