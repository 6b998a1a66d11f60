//! Which words are no longer connected to the others after some were removed.

use super::Board;
use std::collections::VecDeque;
use std::mem::take;

/// Words that are connected, in a search for those that are not.
struct Group {
    /// The group into which it went when they met, or itself.
    joined: usize,
    /// The words whose neighbours have been searched.
    done: Vec<usize>,
    open: VecDeque<usize>,
}

fn root(groups: &[Group], mut group: usize) -> usize {
    while groups[group].joined != group {
        group = groups[group].joined;
    }
    group
}

impl Board {
    /// Returns the words that are not connected to the largest group, if each group contains one of the `seeds`: words
    /// around those that were removed from a connected layout. The groups are searched in turn, word by word, and all
    /// but one of them to their ends at most, so a large layout that is still connected costs little.
    pub(in crate::search::crisscross) fn strays_around(
        &mut self,
        seeds: impl IntoIterator<Item = usize>,
    ) -> Vec<usize> {
        self.searches = self.searches.checked_add(1).unwrap_or_else(|| {
            self.group.fill((0, 0));
            1
        });
        let search = self.searches;
        let mut groups: Vec<Group> = Vec::new();
        for word in seeds {
            if self.spots[word].is_some() && self.group[word].0 != search {
                self.group[word] = (search, groups.len() as u32);
                groups.push(Group { joined: groups.len(), done: Vec::new(), open: VecDeque::from([word]) });
            }
        }
        let mut open: Vec<usize> = (0..groups.len()).collect();
        let mut ended: Vec<usize> = Vec::new();
        let mut found: Vec<usize> = Vec::new();
        let mut turn = 0;
        while open.len() > 1 {
            turn %= open.len();
            let own = open[turn];
            let Some(word) = groups[own].open.pop_front() else {
                ended.push(own);
                open.swap_remove(turn);
                continue;
            };
            groups[own].done.push(word);
            found.clear();
            found.extend(self.neighbours(word));
            for &next in &found {
                let (of, group) = self.group[next];
                if of != search {
                    self.group[next] = (search, own as u32);
                    groups[own].open.push_back(next);
                    continue;
                }
                let other = root(&groups, group as usize);
                if other != own {
                    groups[other].joined = own;
                    let (done, waiting) = (take(&mut groups[other].done), take(&mut groups[other].open));
                    groups[own].done.extend(done);
                    groups[own].open.extend(waiting);
                    open.retain(|&group| group != other);
                }
            }
            turn += 1;
        }
        // The one that has not come to its end is larger than the others.
        ended.into_iter().flat_map(|group| take(&mut groups[group].done)).collect()
    }
}
