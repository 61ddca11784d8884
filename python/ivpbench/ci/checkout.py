# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What git says of a repository, and checkouts of its commits beside it."""

import os
import shutil
import subprocess

from ivpbench.ci import Fault

# where a service names the commit that a request is compared with
SERVICES = (("GITHUB_BASE_REF", "origin/%s"), ("CI_MERGE_REQUEST_DIFF_BASE_SHA", "%s"),
            ("CHANGE_TARGET", "origin/%s"))


def git(folder, *arguments, check=True):
    """What git prints; Fault with what it complains of."""
    try:
        done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True,
                              errors="replace")
    except FileNotFoundError:
        raise Fault("git is missing: apt install git") from None
    if done.returncode and check:
        raise Fault("git %s: %s" % (arguments[0], done.stderr.strip() or done.stdout.strip()))
    return done.stdout.strip() if not done.returncode else ""


def top():
    """The root of the repository that the current folder lies in."""
    return git(".", "rev-parse", "--show-toplevel")


def commit_of(folder, name):
    """The hash of a commit."""
    found = git(folder, "rev-parse", "--verify", "--quiet", name + "^{commit}", check=False)
    if not found:
        raise Fault("%s is no commit of this repository; a shallow clone lacks the older ones: "
                    "git fetch --unshallow" % name)
    return found


def changed_files(folder):
    """Is the working tree other than HEAD?"""
    return bool(git(folder, "status", "--porcelain", "--untracked-files=no"))


def base_of(folder, asked, head, of_tree):
    """The commit to compare with: the one asked for, the one that a service names, else that of the working
    tree, or the one before head. A branch stands for the commit where head left it."""
    name = asked
    for variable, form in SERVICES:
        if not name and os.environ.get(variable):
            name = form % os.environ[variable]
    if not name:
        name = "HEAD" if of_tree else head + "~1"
    commit = commit_of(folder, name)
    return git(folder, "merge-base", commit, head, check=False) or commit


def described(folder, commit):
    """Hash, first line, date and parents of a commit."""
    text = git(folder, "show", "--no-patch", "--format=%H%n%s%n%cI%n%P", commit).split("\n")
    return {"commit": text[0], "subject": text[1], "date": text[2], "parents": text[3].split() if len(text) > 3 else []}


class Tree:
    """A checkout of a commit in a folder of its own, as long as it is open. The folder is one and the same for
    all commits: compilers write its path into what they build, and equal sources shall give equal files."""

    def __init__(self, folder, commit, place):
        self.folder, self.commit, self.place = folder, commit, os.path.join(place, "checkout")

    def __enter__(self):
        shutil.rmtree(self.place, ignore_errors=True)
        git(self.folder, "worktree", "prune")
        git(self.folder, "worktree", "add", "--quiet", "--detach", "--force", self.place, self.commit)
        return self.place

    def __exit__(self, *_):
        git(self.folder, "worktree", "remove", "--force", self.place, check=False)
        shutil.rmtree(self.place, ignore_errors=True)


class Here:
    """The working tree itself."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        return self.folder

    def __exit__(self, *_):
        pass
